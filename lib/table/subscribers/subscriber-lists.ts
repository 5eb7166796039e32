import type { CoreApp } from '../../runtime/app.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { LIST_INDEXES } from '../list-indexes.ts';
import { list, listAttributes } from '../lists.ts';
import { key } from '../schema.ts';
import { subscriptionFrom } from './stored-subscription.ts';
import { tryWrite, type Item } from '../table.ts';

/** The lists that a subscriber's item names, by attribute; none before a new subscriber's first reconciliation. */
export type SubscriberLists = Readonly<Record<string, string>>;

const ATTRIBUTES = [LIST_INDEXES.subscribersByStatus.list, LIST_INDEXES.subscribersByPlan.list] as const;

/** The lists that a subscriber belongs in: by status, and by plan and status. */
export function listsOf(
  tenant: string,
  { plan, status }: Pick<Subscription, 'plan' | 'status'>,
): SubscriberLists {
  return listAttributes(
    list.subscribersOfStatus(tenant, status),
    list.subscribersOfPlan(tenant, plan.id, status),
  );
}

/** The lists that an item names. */
export function listsNamedIn(item: Item): SubscriberLists {
  const named = ATTRIBUTES.map((attribute) => [attribute, item[attribute]] as const);
  return Object.fromEntries(
    named.filter((one): one is [(typeof ATTRIBUTES)[number], string] => typeof one[1] === 'string'),
  );
}

/** Whether these are the lists that a subscriber belongs in. */
export function areListsOf(tenant: string, subscription: Subscription, lists: SubscriberLists): boolean {
  const wanted = listsOf(tenant, subscription);
  return ATTRIBUTES.every((attribute) => lists[attribute] === wanted[attribute]);
}

/** Puts a subscriber into the lists it belongs in, unless it is changed concurrently: that write does it too. */
export async function updateLists(app: CoreApp, tenant: string, subscriberId: string): Promise<void> {
  const at = key.subscriber(tenant, subscriberId);
  const item = await app.table.get(at, { consistent: true });
  if (!item) return;
  const subscription = subscriptionFrom(item);
  if (areListsOf(tenant, subscription, listsNamedIn(item))) return;
  await tryWrite(() =>
    app.table.apply({
      update: at,
      set: listsOf(tenant, subscription),
      if: [{ attribute: 'revision', is: subscription.revision }],
    }),
  );
}
