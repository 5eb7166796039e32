import type { CoreApp } from '../../runtime/app.ts';
import { Unreadable } from '../fields.ts';
import { queryReadable, readableItems } from '../readable.ts';
import { SCHEMA } from '../schema-version.ts';
import type { Item, Key } from '../table.ts';

/** The item of a customer's partition under a sort key. Throws Unreadable if newer code has written it. */
export type CustomerItems = (sk: string) => Item | undefined;

/**
 * Everything in the partition of any real customer. A tenant can put thousands of subscriptions under one e-mail address,
 * and whoever read all of them with each would pay for them, and fill the memory that other tenants' work shares.
 */
const ITEMS_AT_ONCE = 50;

/**
 * The customers of a partition and the items of it with these keys. One round trip; a second one if the partition has 50
 * items or more. What newer code has written under other keys does not matter.
 */
export async function customerItems(
  app: Pick<CoreApp, 'log' | 'table'>,
  pk: string,
  keys: readonly Key[],
): Promise<CustomerItems> {
  const newer = new Set<string>();
  const passOver = ({ sk }: Key) => newer.add(sk);
  const first = await queryReadable(app, 'subscriber', {
    pk,
    limit: ITEMS_AT_ONCE,
    consistent: true,
    passOver,
  });
  const items = new Map(first.map((item) => [item.sk, item]));
  const unread = keys.filter(({ sk }) => !items.has(sk) && !newer.has(sk));
  const isWhole = first.length < ITEMS_AT_ONCE;
  const others = isWhole ? [] : await readableItems(app, 'subscriber', unread);
  for (const [nth, { sk }] of unread.entries()) {
    const item = others[nth];
    if (item === 'unreadable') newer.add(sk);
    else if (item) items.set(sk, item);
  }
  return (sk) => {
    if (newer.has(sk)) throw new Unreadable(SCHEMA.attribute);
    return items.get(sk);
  };
}
