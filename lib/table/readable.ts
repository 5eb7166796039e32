import type { CoreApp, LogFields, OfTenant } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { Unreadable } from '../record.ts';
import { partsOf, tenantIn } from './key-parts.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { SCHEMA } from './schema-version.ts';
import type { Item, Key, Query } from './table.ts';

/** The kind of a record; also the dimension of its metric. */
type Kind =
  | 'tenant'
  | 'health'
  | 'hint'
  | 'subscriber'
  | 'checkout'
  | 'intent'
  | 'refund'
  | 'difference'
  | 'comparison'
  | 'due item'
  | 'history'
  | 'provider subscription';

/**
 * An item's key as a log may say it: tokens, and references of callers' and providers' own making, as a fingerprint, by which
 * the item is found among those of its partition's kind.
 */
export function sayableKey({ pk, sk }: Key): string {
  const [head = '', tenant = '', kind = ''] = partsOf(pk);
  if (head === 'T' && OF_OUR_IDS.has(kind)) return `${pk} ${sk}`;
  const whose = head === 'T' ? `T#${tenant}#${kind}` : head;
  return `${whose} ${fingerprintOf([pk, sk]).slice(0, 12)}`;
}

/** Partitions whose keys hold nothing but ids that we made: customers, invoices and histories. */
const OF_OUR_IDS: ReadonlySet<string> = new Set(['C', 'I', 'H']);

/** What `read` makes of the item with this key. An unreadable one is logged by its key. Throws Unreadable, as `read` does. */
export async function readOrSay<T>(
  app: Pick<CoreApp, 'log'>,
  at: Key,
  read: () => T | Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unreadable)
      app.log.error('record unreadable', {
        tenant: tenantIn(at),
        key: sayableKey(at),
        ...errorFields(error),
      });
    throw error;
  }
}

/**
 * The result of `read`, or undefined if a record cannot be parsed, which is logged and counted. Throws any other error.
 */
export async function skipUnreadable<T>(
  app: Pick<CoreApp, 'log'> & Partial<OfTenant>,
  kind: Kind,
  logged: Pick<LogFields, 'tenant' | 'subscriberId' | 'reference' | 'key'>,
  read: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    app.log.error('record unreadable', { tenant: app.tenantId, ...logged, ...errorFields(error) });
    countUnreadable(app, kind);
    return undefined;
  }
}

/**
 * The items at some keys, in their order, `unreadable` where newer code has written one. One round trip per hundred.
 */
export async function readableItems(
  app: Pick<CoreApp, 'log' | 'table'>,
  kind: Kind,
  keys: readonly Key[],
  options = { consistent: true },
): Promise<(Item | 'unreadable' | undefined)[]> {
  if (keys.length === 0) return [];
  try {
    return await app.table.getMany(keys, options);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const each = async (key: Key) => {
      const read = async () => (await app.table.get(key, options)) ?? null;
      const item = await skipUnreadable(app, kind, { tenant: tenantIn(key), key: sayableKey(key) }, read);
      return item === null ? undefined : (item ?? 'unreadable');
    };
    return Promise.all(keys.map(each));
  }
}

/**
 * What is made of an item that only helps other work along, such as a receiver's health or a pace. Where it cannot be read, it is
 * logged and counted, and the work is done with `otherwise` all the same.
 */
export async function readHint<T>(
  app: Pick<CoreApp, 'log' | 'table'>,
  at: Key,
  read: (item: Item | undefined) => T,
  otherwise: T,
  options = { consistent: true },
): Promise<T> {
  const found = await skipUnreadable(
    app,
    'hint',
    { tenant: tenantIn(at), key: sayableKey(at) },
    async () => ({
      value: read(await app.table.get(at, options)),
    }),
  );
  return found ? found.value : otherwise;
}

/** As `readHint`, in one round trip with the items at some keys. Throws Unreadable where one of those cannot be read. */
export async function readWithHint<T>(
  app: Pick<CoreApp, 'log' | 'table'>,
  keys: readonly Key[],
  hint: { readonly at: Key; readonly read: (item: Item | undefined) => T; readonly otherwise: T },
  options = { consistent: true },
): Promise<{ readonly items: readonly (Item | undefined)[]; readonly hint: T }> {
  try {
    const items = await app.table.getMany([...keys, hint.at], options);
    return { items: items.slice(0, -1), hint: hint.read(items.at(-1)) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const items = await app.table.getMany(keys, options);
    return { items, hint: await readHint(app, hint.at, hint.read, hint.otherwise, options) };
  }
}

/** The items of a query, but for those that newer code has written: they are logged, counted, and passed over as asked. */
export function queryReadable(
  app: Pick<CoreApp, 'log' | 'table'>,
  kind: Kind,
  query: Query,
): Promise<Item[]> {
  const passOver = (key: Key) => {
    app.log.error('record unreadable', {
      tenant: tenantIn(key),
      key: sayableKey(key),
      code: SCHEMA.attribute,
    });
    countUnreadable(app, kind);
    query.passOver?.(key);
  };
  return app.table.query({ ...query, passOver });
}

/** Those of some items that are there and can be read. */
export const readable = (items: readonly (Item | 'unreadable' | undefined)[]): Item[] =>
  items.filter((item) => item !== undefined && item !== 'unreadable');

/** Counts unreadable records that were skipped. */
export function countUnreadable({ log }: Pick<CoreApp, 'log'>, kind: Kind, count = 1): void {
  log.measure('Unreadable', count, kind);
}
