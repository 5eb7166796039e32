import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { againOf } from '../pay/failure.ts';
import type { ProviderOrder, ProviderSnapshot, ProviderSubscription } from '../billing/provider-snapshot.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { Pay, PayAnswer } from '../pay/pay.ts';
import type { PayLineage, PayOrder, PaySubscriptionDetails } from '../pay/provider-records.ts';
import { key } from '../table/schema.ts';
import { plansByReference } from '../table/subscribers/plans.ts';

/**
 * Reads what the provider has of a subscription: the current reference, and each earlier one that is open or not on
 * record yet. Returns the provider's failure if a reference gives no usable answer, unless it is an earlier one that is
 * unreadable for good; `unreachable` if the current one, or an order that there must be, is not visible yet.
 */
export async function fetchSnapshot(
  app: CoreApp & OfTenant,
  pay: Pay,
  subscription: Subscription,
): Promise<PayAnswer<ProviderSnapshot>> {
  const { payReference, openReferences, firstOrder } = subscription;
  const older = openReferences.map(({ reference }) => reference).filter((one) => one !== payReference);
  const [lineage, ...others] = await Promise.all([
    pay.lineage(payReference),
    ...older.map((reference) => pay.readSubscription(reference)),
  ]);
  const open: PaySubscriptionDetails[] = [];
  for (const other of others) {
    if (other.ok) open.push(other.value);
    else if (againOf(other) !== 'same') return other;
  }
  if (!lineage.ok) return lineage;
  const { current } = lineage.value;
  const members = [...open, ...(await newOrCurrent(app, subscription, lineage.value))];
  const lacksOrders = [...members, current].every(({ orders }) => orders.length === 0);
  if (firstOrder !== null && lacksOrders && isCharged(current)) return { ok: false, is: 'unreachable' };
  const currencyOf = await currencies(app, [...members, current], subscription);
  const earlier = members.map((one) => snapshotOf(one, currencyOf(one)));
  return { ok: true, value: { earlier, current: snapshotOf(current, currencyOf(current)) } };
}

/** The currency of orders that name none: that of their reference's plan, which the panel may have changed for one of another. */
async function currencies(
  app: CoreApp & OfTenant,
  all: readonly PaySubscriptionDetails[],
  { plan }: Subscription,
): Promise<(one: PaySubscriptionDetails) => string> {
  const others = all.filter(
    ({ planReference, orders }) =>
      planReference !== plan.reference && orders.some(({ currency }) => currency === undefined),
  );
  const plans = await plansByReference(
    app,
    others.map(({ planReference }) => planReference),
  );
  return ({ planReference }) => plans.get(planReference)?.currency ?? plan.currency;
}

/**
 * The earlier references of a lineage whose orders may still tell something, beside the open ones: the one that was
 * current, and those that are not on record. What came before all open ones was settled, or before our time.
 */
async function newOrCurrent(
  app: CoreApp & OfTenant,
  { payReference, openReferences }: Subscription,
  { earlier }: PayLineage,
): Promise<PaySubscriptionDetails[]> {
  const open = new Set(openReferences.map(({ reference }) => reference));
  const first = earlier.find(({ reference }) => open.has(reference) || reference === payReference);
  const later = earlier.filter((one) => first && one.createdAt >= first.createdAt);
  const unknown = later.filter(({ reference }) => !open.has(reference) && reference !== payReference);
  const keys = unknown.map(({ reference }) => key.reference(app.tenantId, reference));
  const items = await app.table.getMany(keys, { consistent: true });
  const settled = new Set(unknown.filter((_, nth) => items[nth]));
  return later.filter(
    (one) => one.reference === payReference || (unknown.includes(one) && !settled.has(one)),
  );
}

/** Whether an order must be listed: it runs, and was charged when it was made, not after a trial or with a next period. */
const isCharged = ({ status, trialEnd, startAt, createdAt }: PaySubscriptionDetails) =>
  status === 'ACTIVE' && trialEnd === undefined && startAt <= createdAt;

/** The provider's details of a subscription on record in our rules' terms; `currency` of orders that name none. */
export function snapshotOf(details: PaySubscriptionDetails, currency: string): ProviderSubscription {
  const { reference, planReference, status, isReplaced, createdAt, startAt, trialEnd = null } = details;
  const orders = details.orders.map((order) => orderOf(order, planReference, currency));
  return { reference, planReference, status, isReplaced, createdAt, startAt, trialEnd, orders };
}

/** An order that is charged again counts as failed until its result is there. */
function orderOf(order: PayOrder, planReference: string, currency: string): ProviderOrder {
  const failed = order.attempts.findLast(({ succeeded }) => !succeeded);
  const isRunning = order.status === 'WAITING' && failed !== undefined;
  return {
    reference: order.reference,
    planReference,
    amount: order.amount,
    currency: order.currency ?? currency,
    start: order.periodStart,
    end: order.periodEnd,
    status: isRunning ? 'FAILED' : order.status,
    isRunning,
    failures: order.attempts.filter(({ succeeded }) => !succeeded).map(({ at }) => at),
    undated: order.undated,
    paidAt: order.attempts.find(({ succeeded }) => succeeded)?.at ?? null,
    decline: failed ? { code: failed.errorCode ?? null, means: failed.decline ?? 'unknown' } : null,
  };
}
