import { expect } from 'vitest';
import type { Table } from '../../../lib/table/table.ts';
import { key } from '../../../lib/table/schema.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { behave, directBody, someone } from '../../support/world/shop.ts';

const REFERENCE = 'order 1';

it('A direct checkout is answered as its twin, which was refused for its input between two steps of it', async ({
  world,
  shop,
}) => {
  await behave(world, shop, { latencyMs: 100 });
  const given = { email: someone(), clientReferenceId: REFERENCE, gsmNumber: '+905555555555' };
  const body = directBody(shop.plans.basic!, given);
  const first = shop.call('checkout/initialize-direct', { body });
  const isUnderWay = async () =>
    (await world.app.table.get(key.intent(shop.tenant.id, REFERENCE), { consistent: true })) !== undefined;
  while (!(await isUnderWay())) await new Promise(setImmediate);

  // The second one has read that the first is under way, and reserves the reference once nothing is left of it.
  const apply: Table['apply'] = async (change) => (await first, world.app.table.apply(change));
  world.serve(instanceOf({ ...world.app, table: { ...world.app.table, apply } }));
  const second = await shop.call('checkout/initialize-direct', { body });
  expect([(await first).status, second.status]).toEqual([400, 400]);
  expect(second.text).toBe((await first).text);
});
