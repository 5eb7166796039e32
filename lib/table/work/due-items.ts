import type { CoreApp } from '../../runtime/app.ts';
import { duePartitions, type DueKind } from './due.ts';
import { readable, readableItems } from '../readable.ts';
import type { DueKey, Item } from '../table.ts';

/** Page size per partition. */
const PAGE = 100;

/** All due items of a kind, of all tenants, whenever they are due: for operators. One read per hundred items. */
export async function dueItems(
  app: CoreApp,
  kind: DueKind,
  isWanted: (key: DueKey) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  for (const partition of duePartitions(kind))
    for (let after: DueKey | undefined; ;) {
      const page: DueKey[] = await app.table.due(partition, Number.MAX_SAFE_INTEGER, PAGE, after);
      const wanted = page.filter(isWanted);
      const items = await readableItems(app, 'due item', wanted);
      found.push(...readable(items));
      after = page.at(-1);
      if (page.length < PAGE || after === undefined) break;
    }
  return found;
}
