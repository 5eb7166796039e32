import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { LIST_INDEXES } from '../list-indexes.ts';
import { list, listAttributes } from '../lists.ts';
import { Unreadable } from '../../record.ts';
import { readableItems, readOrSay } from '../readable.ts';
import { SCHEMA } from '../schema-version.ts';
import type { Item, ListedKey } from '../table.ts';
import { due, NOT_DUE, type DueWork } from '../work/due.ts';

/** A purchase or card form that is not settled: a checkout, or the record of a charge. */
export type OpenKind = 'checkout' | 'intent';

/** What makes a checkout or a charge due at `at` (epoch ms), and open in the list of its tenant, under its own name. */
export const open = (
  kind: OpenKind,
  { named, at, work }: { readonly named: string; readonly at: number; readonly work: DueWork },
) => ({
  ...due(kind, at, work),
  ...listAttributes(list.open(work.message.tenantId, kind)),
  [LIST_INDEXES.eventsByState.sort]: named,
});

/** The attributes to remove once it needs no further work. */
export const NOT_OPEN = [...NOT_DUE, LIST_INDEXES.eventsByState.list] as const;

const PAGE = 100;

/**
 * All that is open of a tenant, in no particular order, as `read` makes of each item: one that is passed over might be paid.
 * One read per hundred items; eventually consistent. Throws Unreadable, with the item's key in the log.
 */
export async function openItems<T>(
  app: CoreApp & OfTenant,
  kind: OpenKind,
  read: (item: Item) => T | Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (let after: string | undefined; ;) {
    const page: ListedKey[] = await app.table.list({
      ...list.open(app.tenantId, kind),
      ...(after !== undefined && { after }),
      limit: PAGE,
    });
    for (const [nth, item] of (await readableItems(app, kind, page)).entries()) {
      if (item === 'unreadable') throw new Unreadable(SCHEMA.attribute);
      if (item) found.push(await readOrSay(app, page[nth] ?? item, () => read(item)));
    }
    after = page.at(-1)?.position;
    if (page.length < PAGE || after === undefined) return found;
  }
}
