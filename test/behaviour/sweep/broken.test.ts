import { afterAll, expect, it } from 'vitest';
import { dispatch } from '../../../lib/reconciliation/dispatch.ts';
import { key } from '../../../lib/table/schema.ts';
import { Rejected } from '../../../lib/table/table.ts';
import { DAY, eventNamesOf, HOUR, read, subscribe } from '../../support/world/shop.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { startWorldWithoutSockets } from '../../support/world/world.ts';

it('a subscriber whose record is unreadable is retried at growing intervals, counted each time, and reconciled once the record is repaired', async () => {
  const world = await startWorldWithoutSockets();
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const [broken, sound] = [await subscribe(world, shop), await subscribe(world, shop)];
  const update = key.subscriber(shop.tenant.id, broken);
  const counted = () => world.log.filter((line) => line.includes('"Unreadable":')).length;
  await world.advance(30 * DAY);
  const { refs } = (await world.table.get(update, { consistent: true }))!;
  await world.table.apply({ update, set: { refs: 'NONSENSE' } });

  await world.advance(2 * DAY);
  expect(eventNamesOf(world, shop, sound)).toContain('DID_RENEW/BILLING_RECOVERY');
  expect(eventNamesOf(world, shop, broken)).not.toContain('DID_RENEW/BILLING_RECOVERY');
  expect(counted()).toBeGreaterThan(5);
  expect(counted()).toBeLessThan(20);

  await world.table.apply({ update, set: { refs: refs! } });
  await world.advance(6 * HOUR);
  expect(eventNamesOf(world, shop, broken)).toContain('DID_RENEW/BILLING_RECOVERY');
  expect((await read(shop, broken)).data.subscriptionStatus).toBe('ACTIVE');
});

it('a due item whose change the table can never make is retried at growing intervals', async () => {
  const world = await startWorldWithoutSockets();
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const { id } = await subscribe(world, shop);
  await world.advance(30 * DAY);
  let rejections = 0;
  const write = async () => {
    rejections++;
    throw new Rejected(new Error('an item that is too large'));
  };
  world.serve(instanceOf({ ...world.app, table: { ...world.app.table, write } }));
  await world.advance(2 * DAY);
  expect(rejections).toBeGreaterThan(5);
  expect(rejections).toBeLessThan(30);
  const line = expect.objectContaining({ what: 'due item cannot be processed', subscriberId: id }) as unknown;
  expect(world.log.map((text) => JSON.parse(text) as unknown)).toContainEqual(line);
});

it('a due item that our own code fails on also counts as a failure of its function, so that a bad release is rolled back', async () => {
  const world = await startWorldWithoutSockets();
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const { id } = await subscribe(world, shop);
  await world.settle();
  const item = await world.table.get(key.subscriber(shop.tenant.id, { id }), { consistent: true });
  const broken = {
    ...world.app,
    pay: () => {
      throw new TypeError('of undefined');
    },
  };
  const before = world.log.length;
  await dispatch(broken, {
    kind: 'subscriber',
    tenantId: shop.tenant.id,
    subscriberId: id,
    due: Number(item?.dueAt),
  });
  const said = world.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(said).toContainEqual(expect.objectContaining({ RequestsCrashed: 1, route: 'reconciliation/run' }));
  expect(said).toContainEqual(expect.objectContaining({ Unreadable: 1, kind: 'reconciliation' }));
  expect(said).toContainEqual(
    expect.objectContaining({ level: 'error', tenant: shop.tenant.id, subscriberId: id }),
  );
});
