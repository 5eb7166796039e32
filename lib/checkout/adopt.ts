import { byOperator } from '../billing/timeline.ts';
import type { SubscriptionApp, WithTenant } from '../runtime/app.ts';
import { comparedEmail } from '../text/email-address.ts';
import { eventOf, type Decision } from '../billing/decision.ts';
import type { SubscriptionEvent } from '../billing/events.ts';
import { idAt } from '../billing/identifiers.ts';
import { nextReconciliationAt } from '../billing/schedule.ts';
import type { PlanTerms } from '../billing/plan.ts';
import { subscribe } from '../billing/purchase.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commitNew } from '../commit.ts';
import { DECISIONS_MAX } from '../limits.ts';
import type { PayPerson, PaySubscriptionDetails } from '../pay/provider-records.ts';
import { merchantOf } from '../pay/another-account.ts';
import { customerTakenOver, lookUpCustomer } from '../table/subscribers/customers.ts';
import { customerWithExternalId, externalIdPut } from '../table/subscribers/external-ids.ts';
import { customerHashIn, withCustomerHash } from '../table/ids.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { lookUpReference } from '../table/subscribers/subscribers.ts';
import { conflictOf, type Change } from '../table/table.ts';
import { asRead, type Formers } from './imported-lineage.ts';
import { buyerOf } from './plan-and-customer.ts';
import { customerFromProvider } from './provider-customer.ts';
import { purchaseOf } from './record-purchase.ts';

/** A subscription to take over from the provider. */
export interface Adoption {
  readonly found: PaySubscriptionDetails;
  /** Its customer, as the provider knows them. */
  readonly person: PayPerson;
  readonly plan: PlanTerms;
  /** What a plan change left in force for now. */
  readonly formers: Formers | undefined;
  /** Whether SUBSCRIBED is emitted. */
  readonly announce: boolean;
  /** Charges of periods from then on (epoch ms) get invoices here; undefined: those after the last paid period. */
  readonly chargesSince?: number | undefined;
  /** The tenant's own id of its person. */
  readonly externalId?: string | undefined;
}

/** What came of an adoption: another writer may have recorded it first, and its own id may be another customer's. */
export type Adopted = 'recorded' | 'known' | 'taken';

/**
 * Records a subscription that the provider has, with its customer; not where its own id is another customer's. If only its
 * customer was recorded, changed or erased concurrently, it is recorded with that customer.
 */
export async function adopt(app: SubscriptionApp & WithTenant, adoption: Adoption): Promise<Adopted> {
  for (let attempt = 1; ; attempt++) {
    const { decision, dueAt, customer } = await decideAdoption(app, adoption);
    const { id: customerId, externalId } = decision.subscription.customer;
    const owner = externalId === undefined ? undefined : await customerWithExternalId(app, externalId);
    if (owner !== undefined && owner !== customerId) return 'taken';
    const named =
      externalId !== undefined && owner === undefined
        ? [externalIdPut(app.tenantId, externalId, customerId)]
        : [];
    const conflict = await conflictOf(() =>
      commitNew(app, { causedBy: app.actor ? causeOf(app) : byOperator, dueAt }, decision, [
        customer,
        ...named,
      ]),
    );
    if (!conflict) return 'recorded';
    if (await lookUpReference(app, adoption.found.reference)) return 'known';
    if (attempt === DECISIONS_MAX) throw conflict;
  }
}

/** What to record of an adoption, and when to reconcile it (epoch ms). */
interface AdoptionDraft {
  readonly decision: Decision;
  readonly dueAt: number;
  readonly customer: Change;
}

async function decideAdoption(
  app: SubscriptionApp & WithTenant,
  { found, person, plan, formers, announce, chargesSince, externalId }: Adoption,
): Promise<AdoptionDraft> {
  const now = app.clock();
  const { customer: known, subscriptions } = await lookUpCustomer(app, comparedEmail(person.email));
  const payReference = found.customerReference;
  const customer = { ...customerFromProvider(app, person, known), payReference };
  const decided = subscribe({
    id: withCustomerHash(idAt(found.createdAt, app.newId()), customerHashIn(customer.id)),
    cause: `import:${found.reference}`,
    plan,
    customer: buyerOf(customer, { ...person, externalId }),
    clientReferenceId: null,
    endedBefore: customer.endedAt,
    announcePending: true,
    now: found.createdAt,
    purchase: purchaseOf(found, found, subscriptions, merchantOf(app.tenant)),
  });
  const subscription = asRead(decided.subscription, found, formers, { chargesSince, now });
  const hasFailed = subscription.status === 'PAYMENT_FAILED'; // when it is tried again follows from a reading
  const isReadAtOnce = subscription.planChangedAt !== null || hasFailed || chargesSince !== undefined;
  const next = isReadAtOnce ? undefined : nextReconciliationAt(subscription, undefined, now);
  return {
    decision: { subscription, events: announce ? decided.events.map((one) => asNow(one, subscription)) : [] },
    dueAt: next ?? now,
    customer: customerTakenOver(app.tenantId, customer, known),
  };
}

/** The event with the plan and period that the subscription has now: its first period may be long over. */
function asNow(event: SubscriptionEvent, subscription: Subscription): SubscriptionEvent {
  const { cause, type, at } = event;
  return { ...event, snapshot: eventOf(subscription, { cause, type, at }, undefined).snapshot };
}
