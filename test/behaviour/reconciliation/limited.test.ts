import { afterAll, expect, it } from 'vitest';
import { limitProvider } from '../../support/world/limited-provider.ts';
import { behave, directBody, ledger, MINUTE, paidIn, receivedEvents } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { openMemory } from '../../support/world/table.ts';
import { startWorld, startWorldWithoutSockets } from '../../support/world/world.ts';

const SUBSCRIBERS = 40;
const CALLS_PER_MINUTE = 2;

it('tells of renewals of the same minute as fast as a provider that takes few calls lets them be read', async () => {
  const world = await startWorldWithoutSockets();
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const renewsAt = Date.UTC(2026, 1, 15, 9);
  for (let nth = 0; nth < SUBSCRIBERS; nth++) {
    const { status } = await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!) });
    expect(status).toBe(200);
  }
  await world.advance(renewsAt - MINUTE - world.clock.now());
  const refused = limitProvider(world, CALLS_PER_MINUTE);
  await world.advance(1.5 * (SUBSCRIBERS / CALLS_PER_MINUTE) * MINUTE);

  const renewals = receivedEvents(world, shop).filter(({ type }) => type === 'DID_RENEW');
  expect(renewals).toHaveLength(SUBSCRIBERS);
  expect(new Set(renewals.map(({ eventId }) => eventId)).size).toBe(SUBSCRIBERS);
  expect(paidIn(await ledger(world, shop))).toHaveLength(2 * SUBSCRIBERS);
  expect(refused()).toBeGreaterThan(SUBSCRIBERS);
});

it('adopts charges of unknown outcome, although each takes several calls and all begin at once', async () => {
  const atOnce = async () => ({ ...(await openMemory()), batch: 100 });
  const world = await startWorld(undefined, undefined, atOnce, async () => undefined);
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const charges = 15;
  await behave(world, shop, {
    loseAnswerNext: charges,
    path: '/initialize',
    dropNotifications: true,
  });
  for (let nth = 0; nth < charges; nth++) {
    const { status } = await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!) });
    expect(status).toBe(504);
  }
  limitProvider(world, 12);
  await world.advance(30 * MINUTE);
  expect(receivedEvents(world, shop).map(({ type }) => type)).toEqual(
    Array<string>(charges).fill('SUBSCRIBED'),
  );
});
