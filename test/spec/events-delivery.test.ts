import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, subscribe, receivedEvents } from '../world/shop.ts';
import { changeTenant, makeTenant, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;

afterEach(() => world.stop());
beforeEach(async () => {
  world = await startWorld();
  shop = await makeTenant(world);
});

const arrivals = (path = shop.hook) => world.receiver.arrivals.filter((one) => one.path === path);

describe('Receiver contract', () => {
  it('failed deliveries are retried up to 10 times, 60 seconds apart; eventId stays, transactionId and attempt change', async () => {
    world.receiver.answer(shop.hook, ...Array.from({ length: 11 }, () => 500));
    await subscribe(world, shop);
    const times: number[] = [];
    for (let minute = 0; minute < 15; minute++) {
      times.push(arrivals().length);
      await world.advance(MINUTE);
    }
    expect(times.slice(0, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]);
    const all = receivedEvents(world, shop);
    expect(all.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(all.map(({ payload }) => payload.transactionId)).size).toBe(11);
    expect(world.queues.dead).toEqual([]);
  });

  it.each([200, 201, 204, 299])('a 2xx answer (%i) is a delivery', async (status) => {
    world.receiver.answer(shop.hook, status);
    await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    expect(arrivals()).toHaveLength(1);
  });

  it.each([302, 400, 401, 410, 503])(
    'our choice: any other answer (%i), a redirect too, is tried again',
    async (status) => {
      world.receiver.answer(shop.hook, status);
      await subscribe(world, shop);
      await world.advance(2 * MINUTE);
      expect(receivedEvents(world, shop).map(({ attempt }) => attempt)).toEqual([1, 2]);
    },
  );

  it('our choice: without a webhook URL the event is recorded as SKIPPED and nothing is sent', async () => {
    await changeTenant(world, shop, { webhook: null });
    await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    expect(arrivals()).toEqual([]);
    expect(
      world.written.filter((one) => one.includes(shop.tenant.id) && one.includes('SKIPPED')),
    ).toHaveLength(1);
  });

  it('our choice: the URL and secret as they are at each attempt are used', async () => {
    world.receiver.answer(shop.hook, 500);
    await subscribe(world, shop);
    const url = `${world.receiver.url}${shop.hook}/moved`;
    await changeTenant(world, shop, { webhook: { ...shop.tenant.webhook!, url } });
    await world.advance(MINUTE);
    expect(arrivals()).toHaveLength(1);
    expect(arrivals(`${shop.hook}/moved`)).toHaveLength(1);
  });
});
