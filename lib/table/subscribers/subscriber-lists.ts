import type { CoreApp } from '../../runtime/app.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { LIST_INDEXES } from '../list-indexes.ts';
import { list, listAttributes } from '../lists.ts';
import { key } from '../schema.ts';
import { subscriptionFrom } from './stored-subscription.ts';
import { tryWrite, type Item } from '../table.ts';

/** The lists that a subscriber's item names, by attribute; none before a new subscriber's first reconciliation. */
export type SubscriberLists = Readonly<Record<string, string>>;

const { subscribersByEmail, subscribersByName } = LIST_INDEXES;
const ATTRIBUTES = [
  LIST_INDEXES.subscribersByStatus.list,
  LIST_INDEXES.subscribersByPlan.list,
  subscribersByEmail.list,
  subscribersByEmail.sort,
  subscribersByName.sort,
] as const;

/** Text as searches compare it: without case and accents, of Turkish letters too. */
export const searchable = (text: string): string =>
  text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i').trim();

/** The positions of a subscriber in the lists that are searched; the id keeps those of one customer apart. */
export function searchPositions({ id, customer }: Pick<Subscription, 'id' | 'customer'>) {
  const name = searchable(`${customer.name} ${customer.surname}`);
  return { email: `${searchable(customer.email)}#${id}`, name: `${name}#${id}` } as const;
}

/** The lists that a subscriber belongs in: by status, by plan and status, by e-mail address, and by name. */
export function listsOf(
  tenant: string,
  subscription: Pick<Subscription, 'id' | 'customer' | 'plan' | 'status'>,
): SubscriberLists {
  const { plan, status } = subscription;
  const { email, name } = searchPositions(subscription);
  return {
    ...listAttributes(
      list.subscribersOfStatus(tenant, status),
      list.subscribersOfPlan(tenant, plan.id, status),
      list.subscribersByEmail(tenant),
    ),
    [subscribersByEmail.sort]: email,
    [subscribersByName.sort]: name,
  };
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
