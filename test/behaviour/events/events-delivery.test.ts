import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { MINUTE, subscribe, receivedEvents } from '../../support/world/shop.ts';
import { changeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { type World } from '../../support/world/world.ts';

const arrivals = (world: World, shop: TestTenant, path = shop.hook) =>
  world.receiver.arrivals.filter((one) => one.path === path);

describe('spec: Receiver contract', () => {
  it('failed deliveries are retried up to 10 times, 60 seconds apart; eventId stays, transactionId and attempt change', async ({
    world,
    shop,
  }) => {
    world.receiver.answer(shop.hook, ...Array.from({ length: 11 }, () => 500));
    await subscribe(world, shop);
    const times: number[] = [];
    for (let minute = 0; minute < 15; minute++) {
      times.push(arrivals(world, shop).length);
      await world.advance(MINUTE);
    }
    expect(times.slice(0, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]);
    const all = receivedEvents(world, shop);
    expect(all.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(all.map(({ payload }) => payload.transactionId)).size).toBe(11);
    expect(world.queues.dead).toEqual([]);
  });

  it.for([200, 201, 204, 299])('a 2xx answer (%i) is a delivery', async (status, { world, shop }) => {
    world.receiver.answer(shop.hook, status);
    await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    expect(arrivals(world, shop)).toHaveLength(1);
  });

  it.for([302, 400, 401, 410, 503])(
    'our choice: any other answer (%i), a redirect too, is tried again',
    async (status, { world, shop }) => {
      world.receiver.answer(shop.hook, status);
      await subscribe(world, shop);
      await world.advance(2 * MINUTE);
      expect(receivedEvents(world, shop).map(({ attempt }) => attempt)).toEqual([1, 2]);
    },
  );

  it('our choice: without a webhook URL the event is recorded as SKIPPED and nothing is sent', async ({
    world,
    shop,
  }) => {
    await changeTenant(world, shop, { webhook: null });
    await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    expect(arrivals(world, shop)).toEqual([]);
    expect(
      world.written.filter((one) => one.includes(shop.tenant.id) && one.includes('SKIPPED')),
    ).toHaveLength(1);
  });

  it('our choice: the URL and secret as they are at each attempt are used', async ({ world, shop }) => {
    world.receiver.answer(shop.hook, 500);
    await subscribe(world, shop);
    const url = `${world.receiver.url}${shop.hook}/moved`;
    await changeTenant(world, shop, { webhook: { ...shop.tenant.webhook!, url } });
    await world.advance(MINUTE);
    expect(arrivals(world, shop)).toHaveLength(1);
    expect(arrivals(world, shop, `${shop.hook}/moved`)).toHaveLength(1);
  });
});
