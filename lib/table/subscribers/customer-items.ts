import type { CoreApp } from '../../runtime/app.ts';
import type { Item, Key } from '../table.ts';

/** The item of a customer's partition under a sort key. */
export type CustomerItems = (sk: string) => Item | undefined;

/**
 * Everything in the partition of any real customer. A tenant can put thousands of subscriptions under one e-mail address,
 * and whoever read all of them with each would pay for them, and fill the memory that other tenants' work shares.
 */
const ITEMS_AT_ONCE = 50;

/** The items with these keys of a customer's partition. One round trip; a second one if it has 50 items or more. */
export async function customerItems(
  { table }: Pick<CoreApp, 'table'>,
  pk: string,
  keys: readonly Key[],
): Promise<CustomerItems> {
  const first = await table.query({ pk, limit: ITEMS_AT_ONCE, consistent: true });
  const items = new Map(first.map((item) => [item.sk, item]));
  const unread = first.length < ITEMS_AT_ONCE ? [] : keys.filter(({ sk }) => !items.has(sk));
  for (const item of await table.getMany(unread, { consistent: true })) if (item) items.set(item.sk, item);
  return (sk) => items.get(sk);
}
