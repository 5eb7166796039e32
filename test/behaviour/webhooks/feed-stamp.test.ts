import { expect, it } from 'vitest';
import { bySchedule } from '../../../lib/billing/timeline.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { SECOND_MS } from '../../../lib/limits.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import type { Table } from '../../../lib/table/table.ts';
import { key } from '../../../lib/table/schema.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { advanceToRenewal, DAY, directBody, subscribe } from '../../support/world/shop.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

// Without an address, so that each event asks for the tenant's newest settings.
const { world, shop } = await openShop({ webhook: null });

/** An App whose every call of the table takes a second, and how long ago each event was stamped when its write began. */
function slow(beforeWrite: () => Promise<void> = async () => undefined): { app: App; ages: number[] } {
  let spent = 0;
  const ages: number[] = [];
  const { table, clock } = world.app;
  const now = () => clock() + spent;
  const slowly = <T>(call: () => Promise<T>): Promise<T> => {
    spent += SECOND_MS;
    return call();
  };
  const slowTable: Table = {
    ...table,
    get: (...asked) => slowly(() => table.get(...asked)),
    getMany: (...asked) => slowly(() => table.getMany(...asked)),
    query: (...asked) => slowly(() => table.query(...asked)),
    apply: (change) => slowly(() => table.apply(change)),
    write: async (changes) => {
      for (const change of changes)
        if ('put' in change && typeof change.put.committedAt === 'number')
          ages.push(now() - change.put.committedAt);
      await beforeWrite();
      return slowly(() => table.write(changes));
    },
  };
  return { app: { ...world.app, clock: now, table: slowTable }, ages };
}

it('the events of a change are stamped right before its write, after its invoice has a number, and anew if it is decided again', async () => {
  const member = await subscribe(world, shop);
  await world.advance(DAY);
  world.queues.lose('reconciliation');
  await advanceToRenewal(world, member.reference);
  let others = 1;
  const { app, ages } = slow(async () => {
    const overtakes = { update: key.subscriber(shop.tenant.id, member), add: { revision: 1 } };
    if (others-- > 0) await world.table.apply(overtakes);
  });
  await reconcileSubscriber(forTenant(app, shop.tenant.id), member.id, bySchedule);
  expect(ages).toEqual([0, 0]);
});

it('the first event of a subscription is stamped right before its write', async () => {
  const { app, ages } = slow();
  world.serve(instanceOf(app));
  const body = directBody(shop.plans.basic!, { email: 'a@example.com' });
  expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(200);
  expect(ages).toEqual([0]);
});
