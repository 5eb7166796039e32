import { search } from './search.ts';
import type { Pay, PayAnswer } from '../pay.ts';
import type { PaySubscription, PaySubscriptionDetails } from '../provider-records.ts';

type SearchCaller = Parameters<typeof search>[0];
type Found = PayAnswer<PaySubscriptionDetails[]>;

/**
 * The lineage of a subscription: one read and, if it was replaced, one search; `unreachable` while the current one is
 * not listed.
 */
export async function lineage(
  call: SearchCaller,
  read: Pay['readSubscription'],
  reference: string,
): ReturnType<Pay['lineage']> {
  const asked = await read(reference);
  if (!asked.ok) return asked;
  if (!asked.value.isReplaced) return { ok: true, value: { earlier: [], current: asked.value } };
  const family = await relatives(call, asked.value);
  if (!family.ok) return family;
  const others = family.value.filter((one) => one.reference !== reference);
  const members = inOrder([asked.value, ...others]);
  const current = members.pop();
  if (!current || current.isReplaced) return { ok: false, is: 'unreachable' };
  return { ok: true, value: { earlier: members, current } };
}

/** Those that a subscription has replaced by plan changes, newest first: one search, none without a parent. */
export async function ancestors(call: SearchCaller, one: PaySubscription): Promise<Found> {
  const family = await relatives(call, one);
  if (!family.ok) return family;
  const members = inOrder(family.value.filter(({ reference }) => reference !== one.reference));
  return { ok: true, value: members.filter((other) => precedes(other, one)).reverse() };
}

async function relatives(
  call: SearchCaller,
  { parentReference, customerReference }: PaySubscription,
): Promise<Found> {
  if (parentReference === undefined) return { ok: true, value: [] };
  const found = await search(call, { parentReference, customerReference });
  return found.ok ? { ok: true, value: [...found.value] } : found;
}

/** Oldest first; of the same millisecond, in an order in which each changes the plan, the one not replaced last. */
function inOrder(members: readonly PaySubscriptionDetails[]): PaySubscriptionDetails[] {
  const left = members.toSorted((a, b) => (precedes(a, b) ? -1 : Number(precedes(b, a))));
  const ordered: PaySubscriptionDetails[] = [];
  for (let [next] = left; next; [next] = left) {
    const oldest = next;
    const tied = left.filter((one) => !precedes(oldest, one));
    const changing =
      tied.find(({ planReference }) => planReference !== ordered.at(-1)?.planReference) ?? next;
    ordered.push(...left.splice(left.indexOf(changing), 1));
  }
  return ordered;
}

const precedes = (one: PaySubscription, other: PaySubscription): boolean =>
  one.createdAt < other.createdAt ||
  (one.createdAt === other.createdAt && one.isReplaced && !other.isReplaced);
