import type { ProviderOrder, ProviderSnapshot, ProviderSubscription } from '../billing/provider-snapshot.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import type { PayOrder, PaySubscription, PaySubscriptionDetails } from '../pay/provider-records.ts';

/** Plan changes made elsewhere may lead on from one reference to the next; more than this many in a row is not believed. */
const SUCCESSORS_MAX = 10;

/**
 * Reads every reference of a subscription that is not settled, and leads on to its newest one if its plan was changed
 * elsewhere. Undefined where the provider gave no usable answer for one of them.
 */
export async function fetchSnapshot(
  pay: Pay,
  { payReference, openReferences }: Subscription,
): Promise<ProviderSnapshot | undefined> {
  const older = openReferences.map(({ reference }) => reference).filter((one) => one !== payReference);
  const [current, ...earlier] = await Promise.all(
    [payReference, ...older].map((reference) => read(pay, reference)),
  );
  if (!current || !areAll(earlier)) return undefined;
  const chain = await successors(pay, current);
  const newest = chain.at(-1);
  if (!newest || newest.status === 'UPGRADED') return undefined;
  return {
    earlier: [...earlier, ...chain.slice(0, -1)].map(snapshotOf),
    current: snapshotOf(newest),
  };
}

function areAll(read: readonly (PaySubscriptionDetails | undefined)[]): read is PaySubscriptionDetails[] {
  return !read.includes(undefined);
}

/** A subscription and all that took its place, one after the other; ends with one whose successor is not to be had. */
async function successors(pay: Pay, first: PaySubscriptionDetails): Promise<PaySubscriptionDetails[]> {
  const chain = [first];
  for (let last: PaySubscriptionDetails | undefined = first; last?.status === 'UPGRADED';) {
    if (chain.length > SUCCESSORS_MAX) return chain;
    last = await successor(pay, last, chain);
    if (last) chain.push(last);
  }
  return chain;
}

async function read(pay: Pay, reference: string): Promise<PaySubscriptionDetails | undefined> {
  const answer = await pay.readSubscription(reference);
  return answer.ok ? answer.value : undefined;
}

/**
 * The subscription that took the place of one whose plan was changed: the next made under the same parent. Two made
 * within one millisecond do not show which came first: one that was met already is not gone back to, and one whose place
 * was taken in its turn goes before one that stands.
 */
async function successor(
  pay: Pay,
  old: PaySubscriptionDetails,
  met: readonly PaySubscriptionDetails[],
): Promise<PaySubscriptionDetails | undefined> {
  if (old.parentReference === undefined) return undefined;
  const found = await pay.search({ parentReference: old.parentReference });
  if (!found.ok) return undefined;
  const later = found.value.filter(
    (one) => one.createdAt >= old.createdAt && !met.some(({ reference }) => reference === one.reference),
  );
  const standing = ({ status }: PaySubscription) => (status === 'UPGRADED' ? 0 : 1);
  const next = later.sort((a, b) => a.createdAt - b.createdAt || standing(a) - standing(b))[0];
  return next && read(pay, next.reference);
}

/** The provider's details in the words of our rules. */
export function snapshotOf(details: PaySubscriptionDetails): ProviderSubscription {
  const { reference, planReference, createdAt, startAt, trialEnd = null } = details;
  const status = statusOf(details.status);
  return {
    reference,
    planReference,
    status,
    createdAt,
    startAt,
    trialEnd,
    orders: details.orders.map(orderOf),
  };
}

function statusOf(status: PaySubscriptionDetails['status']): ProviderSubscription['status'] {
  if (status === 'UPGRADED') return 'SUPERSEDED';
  return status === 'SUSPENDED' ? 'UNPAID' : status;
}

function orderOf(order: PayOrder): ProviderOrder {
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
