import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { RATE_LIMITS_PER_MINUTE, RATE_WINDOW_MS } from '../../../lib/limits.ts';
import { payClientFor } from '../../../lib/pay/client.ts';
import { paceOf } from '../../../lib/pay/pace.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { exchange } from '../../../lib/pay/iyzico/exchange.ts';
import { takeToken } from '../../../lib/table/tenants/rate-limits.ts';
import { it as test } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { behave, DAY, MINUTE, read, subscribe } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** The service with the pace that the deployed one keeps; `calls` are the times of what it asked the provider. */
const it = test.extend('paced', async ({ world }) => {
  const calls: number[] = [];
  const pay: App['pay'] = (account, timeLeft, admit) =>
    iyzico(account, {
      now: () => world.clock.now(),
      randomKey: () => 'r',
      timeLeft,
      admit,
      exchange: (request) => {
        calls.push(world.clock.now());
        return exchange(request);
      },
    });
  return { app: { ...world.app, pay }, calls };
});

const PER_MINUTE = RATE_LIMITS_PER_MINUTE.payCalls;

async function useUp(world: World, { tenant }: TestTenant): Promise<void> {
  while ((await takeToken(forTenant(world.app, tenant.id), 'payCalls')).isGranted);
}

describe('background work', () => {
  it('makes no more calls a minute than our pace, and completes all the same', async ({
    world,
    shop,
    paced,
  }) => {
    await behave(world, shop, { dropNotifications: true });
    const members = [];
    for (let n = 0; n < 80; n++) members.push(await subscribe(world, shop));
    await world.advance(DAY);
    world.serve(instanceOf(paced.app));
    await world.advance(31 * DAY);
    for (const member of members)
      expect((await read(shop, member)).latestInvoice).toMatchObject({ status: 'PAID' });
    const atOnce = paced.calls.map((time) => paced.calls.filter((at) => at === time).length);
    expect(Math.max(...atOnce)).toBeGreaterThan(PER_MINUTE / 2);
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(PER_MINUTE + 1); // the first one is not waited for
    for (const from of paced.calls) {
      const inTwo = paced.calls.filter((at) => at >= from && at < from + RATE_WINDOW_MS).length;
      expect(inTwo).toBeLessThanOrEqual(2 * (PER_MINUTE + 1)); // where two windows meet
    }
  });

  it('that finds the pace used up asks nothing, and comes back at its turn', async ({
    world,
    shop,
    paced,
  }) => {
    const members = [
      await subscribe(world, shop),
      await subscribe(world, shop),
      await subscribe(world, shop),
    ];
    await world.advance(MINUTE);
    world.serve(instanceOf(paced.app));
    await useUp(world, shop);
    for (const { id } of members) {
      const body = { kind: 'subscriber', tenantId: shop.tenant.id, subscriberId: id };
      await world.app.queues.reconciliation.send([{ group: shop.tenant.id, body }]);
    }
    await world.settle();
    expect(paced.calls.length).toBeLessThanOrEqual(1); // the first one of an instance is not waited for
    await world.advance(2 * MINUTE);
    expect(paced.calls.length).toBeGreaterThanOrEqual(3);
  });

  it('waits for nobody where few calls are made: the first one goes out before it is counted', async ({
    world,
    shop,
    paced,
  }) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const table = {
      ...world.table,
      apply: async (change: Parameters<typeof world.table.apply>[0]) => {
        await promise;
        return world.table.apply(change);
      },
    };
    const app: App = { ...paced.app, table, memory: {}, keepsPace: 'postponing' };
    const pay = await payClientFor(forTenant(app, shop.tenant));
    const products = pay.listProducts();
    await expect.poll(() => paced.calls.length).toBe(1);
    resolve(undefined);
    expect((await products).ok).toBe(true);
  });

  it('calls all the same where it cannot be counted', async ({ world, shop }) => {
    const fails = async () => Promise.reject(new Error('the table is out'));
    const table = { ...world.table, apply: fails };
    const admit = paceOf(
      forTenant({ ...world.app, table, memory: {}, keepsPace: 'postponing' }, shop.tenant.id),
    )!;
    const first = await admit();
    await first.counted;
    expect([first.isGranted, (await admit()).isGranted]).toEqual([true, true]);
  });
});

describe('whoever waits for an answer', () => {
  it('is never held up by our pace', async ({ world, shop, member, paced }) => {
    world.serve(instanceOf(paced.app));
    await useUp(world, shop);
    const body = { 'pay-subscriber-reference-code': member.reference };
    expect((await shop.call('subscribers/cancel', { body })).status).toBe(200);
    expect(paced.calls.length).toBeGreaterThan(0);
  });
});

describe('an operator’s command', () => {
  it('waits until the minute is over', async ({ world, shop, paced }) => {
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
      await world.clock.advanceTo(world.clock.now() + ms);
    };
    const app: App = { ...paced.app, wait, memory: {}, keepsPace: 'waiting' };
    const pay = await payClientFor(forTenant(app, shop.tenant));
    for (let call = 0; call <= PER_MINUTE; call++) expect((await pay.listProducts()).ok).toBe(true);
    expect(waits).toEqual([RATE_WINDOW_MS]);
    expect(paced.calls).toHaveLength(PER_MINUTE + 1);
  });
});
