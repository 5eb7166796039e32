import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { disagreements, invoicedOrders } from '../billing/comparison.ts';
import type { ProviderOrder } from '../billing/provider-snapshot.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { COMPARISON } from '../limits.ts';
import type { Pay } from '../pay/pay.ts';
import { hasEndedThere, type PaySubscriptionDetails } from '../pay/provider-records.ts';
import type { NewDifference } from '../table/differences/differences.ts';
import { invoiceIdOf } from '../table/ids.ts';
import { skipUnreadable, readableItems } from '../table/readable.ts';
import { key } from '../table/schema.ts';
import { subscriptionFrom } from '../table/subscribers/stored-subscription.ts';
import type { Item, Key } from '../table/table.ts';
import { snapshotOf } from '../reconciliation/fetch-snapshot.ts';
import { isToBeReconciled } from '../reconciliation/subscriber-of-lineage.ts';

/** The most keys per read. */
const KEYS_MAX = 100;

/**
 * Compares some of the provider's subscriptions with our records. Two round trips, and one more if there were charges
 * in the last weeks. The provider is called only for a subscription that is unknown here but whose customer is known.
 */
export async function compareTheirs(
  app: CoreApp & OfTenant,
  pay: Pay,
  theirs: readonly PaySubscriptionDetails[],
): Promise<Compared> {
  const now = app.clock();
  const records = await recordsOf(app, theirs);
  const charges = await chargesWithoutInvoice(app, theirs, records);
  const found = [...charges.found];
  const live: string[] = [];
  let { unreadable } = charges;
  for (const [at, one] of theirs.entries()) {
    const record = records[at];
    if (record === 'unreadable') unreadable++;
    else if (record?.payReference === one.reference) {
      if (!hasEnded(record)) live.push(one.reference);
      found.push(...disagreementsOn(record, one, now));
    } else if (!record) {
      const whose = { reference: one.reference };
      const unknown = await skipUnreadable(app, 'subscriber', whose, () => unknownHere(app, pay, one));
      if (unknown) found.push(...unknown);
      else unreadable++;
    }
  }
  return { found, live, unreadable };
}

function disagreementsOn(record: Subscription, one: PaySubscriptionDetails, now: number): NewDifference[] {
  return disagreements(record, snapshotOf(one, record.plan.currency), now).map((disagreement) => ({
    ...disagreement,
    about: disagreement.kind === 'plan_differs' ? `${record.id}:${one.reference}` : record.id,
    subscriberId: record.id,
    reference: one.reference,
    since: now,
  }));
}

/** What was found, the current references of our live subscribers, and the number of unreadable records. */
export interface Compared {
  readonly found: readonly NewDifference[];
  readonly live: readonly string[];
  readonly unreadable: number;
}

/** Undefined if we have no record. */
type Known = Subscription | 'unreadable' | undefined;

/** Our records by any reference they ever had, in the order of the provider's. */
async function recordsOf(
  app: CoreApp & OfTenant,
  theirs: readonly PaySubscriptionDetails[],
): Promise<Known[]> {
  const references = await readMany(
    app,
    theirs.map(({ reference }) => key.reference(app.tenantId, reference)),
  );
  const ids = references.map((item) => {
    if (item === 'unreadable') return item;
    return typeof item?.subscriberId === 'string' ? item.subscriberId : undefined;
  });
  const readableIds = ids.filter((id) => id !== 'unreadable').filter((id) => id !== undefined);
  const known = [...new Set(readableIds)];
  const items = await readMany(
    app,
    known.map((id) => key.subscriber(app.tenantId, { id })),
  );
  const records = new Map<string, Known>();
  for (const [at, id] of known.entries()) records.set(id, await recordFrom(app, id, items[at]));
  return ids.map((id) => (id === undefined || id === 'unreadable' ? id : records.get(id)));
}

async function recordFrom(
  app: CoreApp & OfTenant,
  subscriberId: string,
  item: Item | 'unreadable' | undefined,
): Promise<Known> {
  if (item === undefined || item === 'unreadable') return item;
  return (
    (await skipUnreadable(app, 'subscriber', { subscriberId }, () => subscriptionFrom(item))) ?? 'unreadable'
  );
}

/** Reports a subscription that is live, not brand new, and not of the lineage of a known one. */
async function unknownHere(
  app: CoreApp & OfTenant,
  pay: Pay,
  one: PaySubscriptionDetails,
): Promise<NewDifference[]> {
  const now = app.clock();
  if (one.isReplaced || hasEndedThere(one) || one.createdAt > now - COMPARISON.minAgeMs) return [];
  if (await isToBeReconciled(app, pay, one)) return [];
  const theirs = `${one.status}, plan ${one.planReference}`;
  return [
    {
      kind: 'unknown_here',
      about: one.reference,
      subscriberId: null,
      reference: one.reference,
      ours: 'nothing',
      theirs,
      since: now,
    },
  ];
}

async function chargesWithoutInvoice(
  app: CoreApp & OfTenant,
  theirs: readonly PaySubscriptionDetails[],
  records: readonly Known[],
): Promise<Pick<Compared, 'found' | 'unreadable'>> {
  const charges = theirs.flatMap((one, at) => {
    const record = records[at];
    if (record === undefined || record === 'unreadable') return [];
    const orders = invoicedOrders(record, snapshotOf(one, record.plan.currency), app.clock());
    return orders.map((order) => ({ id: record.id, reference: one.reference, order }));
  });
  const invoices = await readMany(
    app,
    charges.map(({ id, order }) =>
      key.invoice(app.tenantId, id, { id: invoiceIdOf(order.reference, order.start) }),
    ),
  );
  const found = charges
    .filter((_, at) => !invoices[at])
    .map(({ id, reference, order }) => ({
      kind: 'charge_without_invoice' as const,
      about: chargeKey(order),
      subscriberId: id,
      reference,
      ours: 'no invoice',
      theirs: `${order.amount} ${order.currency}, order ${order.reference}`,
      since: order.paidAt ?? order.start,
    }));
  return { found, unreadable: invoices.filter((one) => one === 'unreadable').length };
}

/** The name of a charge without an invoice: its order and start, from which the invoice's id follows. */
const chargeKey = ({ reference, start }: ProviderOrder) => `${start}:${reference}`;

/** The id of the missing invoice, from the difference's name. */
export function invoiceOfCharge(about: string): string {
  const colon = about.indexOf(':');
  return invoiceIdOf(about.slice(colon + 1), Number(about.slice(0, colon)));
}

async function readMany(app: CoreApp, keys: readonly Key[]): Promise<(Item | 'unreadable' | undefined)[]> {
  const items: (Item | 'unreadable' | undefined)[] = [];
  for (let from = 0; from < keys.length; from += KEYS_MAX)
    items.push(...(await readableItems(app, 'subscriber', keys.slice(from, from + KEYS_MAX))));
  return items;
}
