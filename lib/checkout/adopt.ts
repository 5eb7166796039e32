import type { SubscriptionApp } from '../app.ts';
import { statusOf } from '../account/pay-client.ts';
import { subscribe } from '../billing/purchase.ts';
import { normaliseEmail, type Customer } from '../billing/customer.ts';
import { idAt } from '../billing/identifiers.ts';
import { nextReconciliationAt } from '../billing/next-reconciliation.ts';
import type { PlanTerms } from '../billing/plan.ts';
import { commitNew } from '../commit.ts';
import { DECISIONS_MAX } from '../limits.ts';
import type { PayPerson, PaySubscriptionDetails } from '../pay/provider-records.ts';
import { customerChange, lookUpCustomer } from '../table/customers.ts';
import { customerHash, withCustomerHash } from '../table/ids.ts';
import { lookUpReference } from '../table/subscribers.ts';
import { onConflict } from '../table/table.ts';
import { byOperator } from '../table/timeline.ts';
import type { Tenant } from '../table/tenants.ts';
import { purchaseOf } from './record-purchase.ts';

/** Whether the tenant hears of it, and from when on (epoch ms) its charges are ours where that is not its last period. */
interface AdoptionOptions {
  readonly announce: boolean;
  readonly chargesSince?: number | undefined;
}

/**
 * Records a subscription that the provider has, with its customer. False where somebody else has recorded it meanwhile; where
 * only the customer was just made, changed or erased, it is recorded with what is known then.
 */
export async function adopt(
  app: SubscriptionApp,
  tenant: Tenant,
  found: PaySubscriptionDetails,
  person: PayPerson,
  plan: PlanTerms,
  options: AdoptionOptions,
  attempt = 1,
): Promise<boolean> {
  const { announce, chargesSince } = options;
  const now = app.clock();
  const email = normaliseEmail(person.email);
  const hash = customerHash(tenant.id, email);
  const { customer: before, subscriptions } = await lookUpCustomer(app, tenant.id, email);
  const customer = customerOf(app, tenant, person, found.customerReference, before);
  const last = found.orders.findLast(({ status }) => status === 'PAID');
  const decided = subscribe({
    id: withCustomerHash(idAt(found.createdAt, app.newId()), hash),
    cause: `import:${found.reference}`,
    plan,
    customer,
    endedBefore: customer.endedAt,
    announcePending: true,
    now: found.createdAt,
    purchase: purchaseOf(found, found, statusOf(found.status), subscriptions),
  });
  const invoicedSince = chargesSince ?? last?.periodEnd ?? 0;
  const subscription = {
    ...decided.subscription,
    ...(last && { periodStart: last.periodStart, periodEnd: last.periodEnd }),
    openReferences: [{ reference: found.reference, recordedBefore: invoicedSince }],
    invoicedSince,
  };
  const next = chargesSince === undefined ? nextReconciliationAt(subscription, undefined, now) : undefined;
  const dueAt = next ?? now;
  return onConflict(
    async () => {
      await commitNew(
        app,
        { tenant, causedBy: byOperator, dueAt },
        { subscription, events: announce ? decided.events : [] },
        [customerChange(tenant.id, customer, before)],
      );
      return true;
    },
    async (conflict) => {
      if (await lookUpReference(app, tenant.id, found.reference)) return false;
      if (attempt === DECISIONS_MAX) throw conflict;
      return adopt(app, tenant, found, person, plan, options, attempt + 1); // its customer has just been made, or erased
    },
  );
}

/** The customer as the provider knows them, and with what is on record of them. */
function customerOf(
  app: SubscriptionApp,
  tenant: Tenant,
  person: PayPerson,
  payReference: string,
  before: Customer | undefined,
): Customer {
  const email = normaliseEmail(person.email);
  return {
    id: before?.id ?? withCustomerHash(app.newId(), customerHash(tenant.id, email)),
    email,
    name: person.name,
    surname: person.surname,
    gsmNumber: person.gsmNumber ?? null,
    payReference,
    endedAt: before?.endedAt ?? null,
    createdAt: before?.createdAt ?? app.clock(),
  };
}
