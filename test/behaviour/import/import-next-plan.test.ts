import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it as inWorld } from '../../support/world/fixtures.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { check, DAY, ledger, nextOrder, paidIn, read, receivedEvents } from '../../support/world/shop.ts';

const EMAIL = 'old-customer@example.com';

/** One at the provider whose plan was changed there for its next period, imported ten days before that. */
const it = inWorld.extend('imported', async ({ world, shop }) => {
  const bought = await directStart(world, shop, shop.plans.basic!.reference, EMAIL);
  await world.advance(20 * DAY);
  const reference = await upgradeInPanel(world, shop, { reference: bought }, 'plus', 'NEXT_PERIOD');
  const { startPeriod, endPeriod } = await nextOrder(world, reference);
  const asked = { dryRun: false, announce: false };
  await importSubscriptions(world.app, shop.tenant.id, asked, () => undefined);
  await world.settle();
  const { svcId } = (await check(shop, EMAIL)).data!.subscription as { svcId: string };
  return { svcId, reference, startPeriod, endPeriod };
});
const iso = (time: number) => new Date(time).toISOString();

describe('an imported subscription whose plan begins with its next period', () => {
  it('is imported also where the provider does not list what it replaced', async ({ world, shop }) => {
    const bought = await directStart(world, shop, shop.plans.basic!.reference, EMAIL);
    await world.advance(20 * DAY);
    const reference = await upgradeInPanel(world, shop, { reference: bought }, 'plus', 'NEXT_PERIOD');
    const { startPeriod } = await nextOrder(world, reference);
    const pay: App['pay'] = (...account) => ({
      ...world.app.pay(...account),
      ancestors: async () => ({ ok: true, value: [] }),
    });
    const asked = { dryRun: false, announce: false };
    await importSubscriptions({ ...world.app, pay }, shop.tenant.id, asked, () => undefined);
    const { svcId } = (await check(shop, EMAIL)).data!.subscription as { svcId: string };
    const period = { currentPeriodStart: null, currentPeriodEnd: iso(startPeriod) };
    expect((await read(shop, { svcId })).data).toMatchObject(period);
    await world.advance(12 * DAY);
    expect(receivedEvents(world, shop)).toMatchObject([{ type: 'DID_RENEW' }]);
  });

  it.for(['svc-id', 'pay-subscriber-reference-code'] as const)(
    'cancelled by %s ends with what was paid for',
    async (by, { world, shop, imported }) => {
      const named = by === 'svc-id' ? imported.svcId : imported.reference;
      const { body } = await shop.call('subscribers/cancel', { body: { [by]: named } });
      expect(body.data).toMatchObject({ accessUntil: iso(imported.startPeriod) });
      await world.advance(12 * DAY);
      expect((await read(shop, imported)).data).toMatchObject({ subscriptionStatus: 'CANCELLED' });
      // Of a cancellation in our records alone the provider knows nothing, and charges on.
      expect(paidIn(await ledger(world, shop))).toHaveLength(by === 'svc-id' ? 2 : 1);
    },
  );
});
