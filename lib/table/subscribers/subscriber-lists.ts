import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { nameParts, searchable } from '../../text/searchable.ts';
import { LIST_INDEXES, SEARCH_INDEXES, type SearchIndex } from '../list-indexes.ts';
import { list, listAttributes } from '../lists.ts';
import { key } from '../schema.ts';
import { subscriptionFrom } from './stored-subscription.ts';
import { tryWrite, type Item } from '../table.ts';

/** The lists that a subscriber's item names, by attribute; none before a new subscriber's first reconciliation. */
export type SubscriberLists = Readonly<Record<string, string>>;

const ATTRIBUTES = [
  LIST_INDEXES.subscribersByStatus.list,
  LIST_INDEXES.subscribersByPlan.list,
  LIST_INDEXES.subscribersByEmail.list,
  ...SEARCH_INDEXES.map((index) => LIST_INDEXES[index].sort),
] as const;

/** Where a subscriber stands in each list that is searched; in none of those that would say nothing of it. */
export function searchPositions({
  id,
  customer,
}: Pick<Subscription, 'id' | 'customer'>): Partial<Record<SearchIndex, string>> {
  const { email, name, surname, gsmNumber } = customer;
  const [whole = '', ...parts] = nameParts(name, surname);
  const phone = (gsmNumber ?? '').replaceAll(/\D/g, '');
  const texts = {
    subscribersByEmail: searchable(email),
    subscribersByName: whole,
    ...Object.fromEntries(parts.map((part, nth) => [`subscribersByPart${nth + 2}`, part])),
    ...(phone !== '' && { byNumber: phone }),
  };
  return Object.fromEntries(Object.entries(texts).map(([index, text]) => [index, `${text}#${id}`]));
}

/** The lists that a subscriber belongs in: by status, by plan and status, and those that are searched. */
export function listsOf(
  tenant: string,
  subscription: Pick<Subscription, 'id' | 'customer' | 'plan' | 'status'>,
): SubscriberLists {
  const { plan, status } = subscription;
  const positions = Object.entries(searchPositions(subscription)).map(([index, position]) => [
    LIST_INDEXES[index as SearchIndex].sort,
    position,
  ]);
  return {
    ...listAttributes(
      list.subscribersOfStatus(tenant, status),
      list.subscribersOfPlan(tenant, plan.id, status),
      list.searched(tenant, 'subscribersByEmail'),
    ),
    ...(Object.fromEntries(positions) as SubscriberLists),
  };
}

/** What puts a stored subscriber into the lists that it belongs in, and takes it out of all others. */
export function listChange(...of: Parameters<typeof listsOf>): {
  readonly set: SubscriberLists;
  readonly remove: readonly string[];
} {
  const set = listsOf(...of);
  return { set, remove: ATTRIBUTES.filter((attribute) => set[attribute] === undefined) };
}

/** The lists that an item names. */
export function listsNamedIn(item: Item): SubscriberLists {
  const named = ATTRIBUTES.map((attribute) => [attribute, item[attribute]] as const);
  return Object.fromEntries(
    named.flatMap(([attribute, value]) => (typeof value === 'string' ? [[attribute, value] as const] : [])),
  );
}

/** Whether these are the lists that a subscriber belongs in. */
export function areListsOf(tenant: string, subscription: Subscription, lists: SubscriberLists): boolean {
  const wanted = listsOf(tenant, subscription);
  return ATTRIBUTES.every((attribute) => lists[attribute] === wanted[attribute]);
}

/** Puts a subscriber into the lists it belongs in, unless it is changed concurrently: that write does it too. */
export async function updateLists(app: CoreApp & OfTenant, subscriberId: string): Promise<void> {
  const at = key.subscriber(app.tenantId, { id: subscriberId });
  const item = await app.table.get(at, { consistent: true });
  if (!item) return;
  const subscription = subscriptionFrom(item);
  if (areListsOf(app.tenantId, subscription, listsNamedIn(item))) return;
  await tryWrite(() =>
    app.table.apply({
      update: at,
      ...listChange(app.tenantId, subscription),
      if: [{ attribute: 'revision', is: subscription.revision }],
    }),
  );
}
