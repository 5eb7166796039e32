import { expect, it } from 'vitest';
import { idAt } from '../../../lib/billing/identifiers.ts';
import { reconcileAll, type Reconciled } from '../../../lib/reconciliation/reconcile-all.ts';
import { key } from '../../../lib/table/schema.ts';
import { list } from '../../../lib/table/lists.ts';
import type { Table } from '../../../lib/table/table.ts';
import { openShop } from '../../support/world/opened.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();
const { id: tenant } = shop.tenant;

/** As many live subscribers as asked for, newest first, none of whom can be reconciled. */
function listing(count: number): { ids: readonly string[]; table: Table } {
  const ids = Array.from({ length: count }, (_, nth) => idAt(count - nth, world.app.newId()));
  const { name } = list.subscribersOfStatus(tenant, 'ACTIVE');
  const keys = ids.map((id) => key.subscriber(tenant, { id })).map((at) => ({ ...at, position: at.sk }));
  return {
    ids,
    table: {
      ...world.table,
      list: async (asked) =>
        asked.name === name
          ? keys.filter(({ sk }) => asked.before === undefined || sk < asked.before).slice(0, asked.limit)
          : [],
    },
  };
}

it('All subscribers are gone through, page by page, whoever of them fails, and each failure is logged', async () => {
  const { ids, table } = listing(201);
  const reports: Reconciled[] = [];
  const before = world.log.length;
  const done = await reconcileAll(
    forTenant({ ...world.app, table }, tenant),
    null,
    (soFar) => void reports.push(soFar),
  );
  const after = (failed: number, next: string | null) => ({ reconciled: 0, silent: 0, failed, next });
  expect(reports).toEqual([after(100, ids[99]!), after(200, ids[199]!), after(201, null)]);
  expect(done).toEqual(after(201, null));
  const failures = world.log.slice(before).filter((line) => line.includes('subscriber not reconciled'));
  expect(failures).toHaveLength(201);
});

it('A run that was stopped continues after the subscriber it came to', async () => {
  const { ids, table } = listing(5);
  const done = await reconcileAll(forTenant({ ...world.app, table }, tenant), ids[2]!, () => undefined);
  expect(done).toEqual({ reconciled: 0, silent: 0, failed: 2, next: null });
});
