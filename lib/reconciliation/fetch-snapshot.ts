import type { ProviderOrder, ProviderSubscription } from '../billing/provider-snapshot.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { Pay, PayOrder, PaySubscriptionDetails } from '../pay/pay.ts';

/** An upgrade made elsewhere may lead on from one reference to the next; more than this many in a row is not believed. */
const SUCCESSORS_MAX = 10;

/**
 * Reads a subscription at the provider, following it to its newest reference if its plan was changed elsewhere.
 * `movedToPlan` is then the plan it moved to, and the orders before that are seen too. Undefined where the provider gave no usable answer.
 */
export async function fetchSnapshot(
  pay: Pay,
  subscription: Subscription,
): Promise<{ seen: ProviderSubscription; movedToPlan: string | undefined } | undefined> {
  let details = await read(pay, subscription.payReference);
  const earlier: PayOrder[] = [];
  for (let step = 0; details?.status === 'UPGRADED' && step < SUCCESSORS_MAX; step++) {
    earlier.push(...details.orders);
    details = await successor(pay, details);
  }
  if (!details || details.status === 'UPGRADED') return undefined;
  const moved = details.reference !== subscription.payReference;
  const seen = snapshotFrom({ ...details, orders: [...earlier, ...details.orders] });
  return { seen, movedToPlan: moved ? details.planReference : undefined };
}

async function read(pay: Pay, reference: string): Promise<PaySubscriptionDetails | undefined> {
  const answer = await pay.readSubscription(reference);
  return answer.ok ? answer.value : undefined;
}

/** The subscription that took the place of one whose plan was changed: the next made under the same parent. */
async function successor(pay: Pay, old: PaySubscriptionDetails): Promise<PaySubscriptionDetails | undefined> {
  if (old.parentReference === undefined) return undefined;
  const found = await pay.search({ parentReference: old.parentReference });
  if (!found.ok) return undefined;
  const later = found.value.filter(
    (one) => one.reference !== old.reference && one.createdAt >= old.createdAt,
  );
  const next = later.sort((a, b) => a.createdAt - b.createdAt)[0];
  return next && read(pay, next.reference);
}

/** The provider's details in the words of our rules. */
export function snapshotFrom(details: PaySubscriptionDetails): ProviderSubscription {
  const status = details.status === 'SUSPENDED' || details.status === 'UPGRADED' ? 'UNPAID' : details.status;
  return {
    reference: details.reference,
    status,
    startAt: details.startAt,
    trialEnd: details.trialEnd ?? null,
    orders: details.orders.map(orderFrom),
  };
}

function orderFrom(order: PayOrder): ProviderOrder {
  return {
    reference: order.reference,
    amount: order.amount,
    currency: order.currency,
    start: order.periodStart,
    end: order.periodEnd,
    status: order.status,
    failures: order.attempts.filter(({ succeeded }) => !succeeded).map(({ at }) => at),
    paidAt: order.attempts.find(({ succeeded }) => succeeded)?.at ?? null,
  };
}
