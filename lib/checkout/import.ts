import type { SubscriptionApp } from '../app.ts';
import { payClientFor, statusOf, valueOrRefuse } from '../account/pay-client.ts';
import { subscribe } from '../billing/purchase.ts';
import { normaliseEmail, type Customer } from '../billing/customer.ts';
import { idAt } from '../billing/identifiers.ts';
import { nextReconciliationAt } from '../billing/next-reconciliation.ts';
import { termsOf } from '../billing/plan.ts';
import { commitNew } from '../commit.ts';
import type { Pay } from '../pay/pay.ts';
import type { PayPerson, PaySubscriptionDetails, PaySubscriptionList } from '../pay/provider-records.ts';
import { customerChange, lookUpCustomer } from '../table/customers.ts';
import { planFrom } from '../table/plans.ts';
import { customerHash, withCustomerHash } from '../table/ids.ts';
import { key } from '../table/schema.ts';
import { tryWrite } from '../table/table.ts';
import { commanded } from '../table/timeline.ts';
import { isSuccessor } from '../reconciliation/successors.ts';
import { openPurchases, type IsBeingBought } from './open-purchases.ts';
import { purchaseOf } from './record-purchase.ts';
import { readTenant, type Tenant } from '../table/tenants.ts';

/** What happens to a subscription found at the provider. */
export type ImportFate = 'adopted' | 'known' | 'being bought' | 'ended' | 'plan unknown' | 'no e-mail';

/** One subscription found at the provider, and what happens, or would happen, to it. */
export interface ImportRow {
  readonly reference: string;
  readonly email: string | null;
  readonly planReference: string;
  readonly status: string;
  readonly fate: ImportFate;
}

/** The progress of an import, in subscriptions of the provider. */
export interface Imported {
  readonly passed: number;
  readonly total: number;
  /** The number of unreadable subscriptions in the last page, which were skipped. */
  readonly unreadable: number;
}

interface Asked {
  /** Only reports what would happen. */
  readonly dryRun: boolean;
  /** Whether a SUBSCRIBED event is emitted for each. */
  readonly announce: boolean;
  /** Charges of periods from then on (epoch ms) get invoices here: after a restore, the moment restored to. */
  readonly chargesSince?: number | undefined;
}

/** The subscriptions that are on record, or being bought. */
interface Ours {
  readonly known: ReadonlySet<string>;
  readonly isBeingBought: IsBeingBought;
}

/**
 * Adopts a tenant's live subscriptions at its payment provider that are not on record here, page by page. One that is
 * just being bought here is left to its purchase, and the result of a plan change to its subscriber. Each is written
 * atomically and known ones are skipped, so an interrupted import can be repeated. Charges before the import (or before
 * `chargesSince`) were invoiced elsewhere; later ones get invoices here. `report` gets each page's rows and the
 * progress. Throws the refusals of a provider call.
 */
export async function importSubscriptions(
  app: SubscriptionApp,
  tenantId: string,
  asked: Asked,
  report: (rows: readonly ImportRow[], done: Imported) => void,
): Promise<void> {
  const tenant = await readTenant(app, tenantId);
  const pay = await payClientFor(app, tenant);
  const purchasesOf = openPurchases(app, tenant.id);
  let [passed, from]: [number, number | null] = [0, 1];
  while (from !== null) {
    const page: PaySubscriptionList = valueOrRefuse(await pay.listSubscriptions(from));
    const { items, unreadable, next, total } = page;
    const known = await knownReferences(app, tenant.id, items);
    const isBeingBought = await purchasesOf(items.filter(({ reference }) => !known.has(reference)));
    const rows: ImportRow[] = [];
    for (const one of items)
      rows.push(await importOne(app, tenant, pay, one, { ...asked, known, isBeingBought }));
    passed += items.length + unreadable;
    report(rows, { passed, total: total ?? passed, unreadable });
    from = next;
  }
}

async function importOne(
  app: SubscriptionApp,
  tenant: Tenant,
  pay: Pay,
  one: PaySubscriptionDetails,
  asked: Asked & Ours,
): Promise<ImportRow> {
  const { reference, planReference, status, customerEmail = null } = one;
  const row = (fate: ImportFate): ImportRow => ({
    reference,
    email: customerEmail,
    planReference,
    status,
    fate,
  });
  if (asked.known.has(reference)) return row('known');
  if (status === 'CANCELLED' || status === 'EXPIRED' || status === 'UPGRADED') return row('ended');
  const plan = await app.table.get(key.planByReference(tenant.id, planReference), { consistent: true });
  if (!plan) return row('plan unknown');
  if (customerEmail === null) return row('no e-mail');
  if (asked.isBeingBought(one)) return row('being bought');
  if (await isSuccessor(app, tenant.id, pay, one)) return row('known');
  if (asked.dryRun) return row('adopted');
  const person = valueOrRefuse(await pay.readCustomer(one.customerReference));
  const adopted = await adopt(app, tenant, one, person, termsOf(planFrom(plan)), asked);
  return row(adopted ? 'adopted' : 'known');
}

/** False if it was recorded concurrently. */
async function adopt(
  app: SubscriptionApp,
  tenant: Tenant,
  one: PaySubscriptionDetails,
  person: PayPerson,
  plan: ReturnType<typeof termsOf>,
  { announce, chargesSince }: Asked,
): Promise<boolean> {
  const now = app.clock();
  const email = normaliseEmail(person.email);
  const hash = customerHash(tenant.id, email);
  const { customer: before } = await lookUpCustomer(app, tenant.id, email);
  const customer = customerOf(app, tenant, person, one.customerReference, before);
  const last = one.orders.findLast(({ status }) => status === 'PAID');
  const decided = subscribe({
    id: withCustomerHash(idAt(one.createdAt, app.newId()), hash),
    cause: `import:${one.reference}`,
    plan,
    customer,
    endedBefore: customer.endedAt,
    announcePending: true,
    now: one.createdAt,
    purchase: purchaseOf(one, one, statusOf(one.status)),
  });
  const invoicedSince = chargesSince ?? last?.periodEnd ?? 0;
  const subscription = {
    ...decided.subscription,
    ...(last && { periodStart: last.periodStart, periodEnd: last.periodEnd }),
    openReferences: [{ reference: one.reference, recordedBefore: invoicedSince }],
    invoicedSince,
  };
  const next = chargesSince === undefined ? nextReconciliationAt(subscription, undefined, now) : undefined;
  const dueAt = next ?? now;
  return tryWrite(() =>
    commitNew(
      app,
      { tenant, causedBy: commanded, dueAt },
      { subscription, events: announce ? decided.events : [] },
      [customerChange(tenant.id, customer, before)],
    ),
  );
}

/** The customer as the provider knows them, merged with our record. */
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

async function knownReferences(
  app: SubscriptionApp,
  tenant: string,
  found: readonly PaySubscriptionDetails[],
): Promise<ReadonlySet<string>> {
  const keys = found.map(({ reference }) => key.reference(tenant, reference));
  const items = keys.length === 0 ? [] : await app.table.getMany(keys, { consistent: true });
  return new Set(found.flatMap(({ reference }, at) => (items[at] ? [reference] : [])));
}
