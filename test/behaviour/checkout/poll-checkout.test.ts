import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { pollCheckout } from '../../../lib/checkout/poll-checkout.ts';
import { lookUpCheckout } from '../../../lib/table/purchases/checkouts.ts';
import { takeToken } from '../../../lib/table/tenants/rate-limits.ts';
import { key } from '../../../lib/table/schema.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { it } from '../../support/world/fixtures.ts';
import { behave, HOUR, ledger, MINUTE, statusOf, subscribe } from '../../support/world/shop.ts';
import type { World } from '../../support/world/world.ts';

const dueAt = async (world: World, token: string) =>
  (await world.table.get(key.checkout(token), { consistent: true }))?.dueAt;

describe('polling an open checkout', () => {
  it('is postponed to a later turn, without a provider call, once the tenant’s polls of a minute are used up', async ({
    world,
    shop,
  }) => {
    const { token } = await startCheckout(shop);
    while ((await takeToken(world.app, shop.tenant.id, 'formPolls')).isGranted);
    await world.clock.advanceTo(world.clock.now() + 3 * MINUTE - 1_000);
    while ((await takeToken(world.app, shop.tenant.id, 'formPolls')).isGranted);
    const pay: App['pay'] = () => {
      throw new Error('the provider was called');
    };
    await pollCheckout({ ...world.app, pay }, token);
    expect(await dueAt(world, token)).toBeGreaterThan(world.clock.now());
  });

  it('is polled again later while nobody has paid', async ({ world, shop }) => {
    const { token } = await startCheckout(shop);
    await world.clock.advanceTo(Number(await dueAt(world, token)));
    await pollCheckout(world.app, token);
    expect(await dueAt(world, token)).toBeGreaterThan(world.clock.now());
    expect(await lookUpCheckout(world.app, token)).toMatchObject({ polls: 1 });
  });
});

describe('polling a card form', () => {
  it('asks the provider for nothing until its customer returns or it expires', async ({
    world,
    shop,
    member,
  }) => {
    const body = { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/card' };
    const token = String((await shop.call('checkout/update-card', { body })).body.token);
    const pay: App['pay'] = () => {
      throw new Error('the provider was called');
    };
    await world.clock.advanceTo(Number(await dueAt(world, token)));
    await pollCheckout({ ...world.app, pay }, token);
    expect(await dueAt(world, token)).toBeGreaterThan(world.clock.now());
  });
});

describe('a completed checkout', () => {
  it('stays due while its activation fails, and is due no more once the subscription is active', async ({
    world,
    shop,
  }) => {
    await behave(world, shop, { failNext: 2, path: '/activate' });
    const member = await subscribe(world, shop, { more: { subscriptionInitialStatus: 'PENDING' } });
    await pollCheckout(world.app, member.token);
    expect(await statusOf(shop, member)).toBe('PENDING');
    expect(await dueAt(world, member.token)).toBeGreaterThan(world.clock.now());
    await pollCheckout(world.app, member.token);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    expect(await dueAt(world, member.token)).toBeUndefined();
  });

  it('is not activated once it was cancelled, also while the provider cannot be told', async ({
    world,
    shop,
  }) => {
    await behave(world, shop, { failNext: 1, path: '/activate' });
    const member = await subscribe(world, shop, { more: { subscriptionInitialStatus: 'PENDING' } });
    await behave(world, shop, { failNext: 1_000, path: '/cancel' });
    const body = { 'pay-subscriber-reference-code': member.reference };
    expect((await shop.call('subscribers/cancel', { body })).status).toBe(200);
    await world.advance(HOUR);
    expect(await ledger(world, shop)).toEqual([]);
  });

  it('is due no more once its first order is recorded', async ({ world, shop }) => {
    const { token } = await subscribe(world, shop);
    await pollCheckout(world.app, token);
    expect(await dueAt(world, token)).toBeUndefined();
  });
});
