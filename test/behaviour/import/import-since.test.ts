import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions, type ImportFate } from '../../../lib/checkout/import.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it as inWorld } from '../../support/world/fixtures.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import {
  check,
  DAY,
  ledger,
  MINUTE,
  nameOf,
  paidIn,
  read,
  receivedEvents,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const EMAIL = 'since-then@example.com';

/** One bought at the provider, whose plan is changed there for now ten days later, and imported the day after. */
const it = inWorld.extend('bought', async ({ world, shop }) => {
  const boughtAt = world.clock.now();
  const first = await directStart(world, shop, shop.plans.basic!.reference, EMAIL);
  await world.advance(10 * DAY);
  const changedAt = world.clock.now();
  const reference = await upgradeInPanel(world, shop, { reference: first });
  await world.advance(DAY);
  return { first, reference, boughtAt, changedAt };
});

async function imported(app: App, shop: TestTenant, chargesSince: number): Promise<ImportFate[]> {
  const fates: ImportFate[] = [];
  const asked = { dryRun: false, announce: true, chargesSince };
  await importSubscriptions(forTenant({ ...app, memory: {} }, shop.tenant.id), asked, (rows) => {
    fates.push(...rows.map(({ fate }) => fate));
  });
  return fates.toSorted();
}

async function amountsIn(shop: TestTenant): Promise<{ svcId: string; amounts: unknown[] }> {
  const { svcId } = (await check(shop, EMAIL)).data!.subscription as { svcId: string };
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  return { svcId, amounts: (body.data as { amount: string }[]).map(({ amount }) => amount) };
}

describe('an import of charges since a moment, of one whose plan was changed since', () => {
  it('has an invoice for each charge, and announces what happened in its order', async ({
    world,
    shop,
    bought,
  }) => {
    const fates = await Promise.all([1, 2].map(() => imported(world.app, shop, bought.boughtAt - 1)));
    expect(fates.flat().toSorted()).toEqual(['adopted', 'ended', 'ended', 'known']);
    expect(await imported(world.app, shop, bought.boughtAt - 1)).toEqual(['known', 'known']);
    await world.advance(5 * MINUTE);
    const { svcId, amounts } = await amountsIn(shop);
    expect(amounts).toEqual(['200.00', '100.00']);
    expect(paidIn(await ledger(world, shop))).toHaveLength(2);
    expect((await read(shop, { svcId })).data).toMatchObject({
      payReference: bought.reference,
      planReference: shop.plans.plus!.reference,
      currentPeriodStart: new Date(bought.changedAt).toISOString(),
    });
    expect(receivedEvents(world, shop).map(nameOf)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      'DID_RENEW/BILLING_RECOVERY',
    ]);
  });

  it('leaves charges before that moment to whoever invoiced them', async ({ world, shop, bought }) => {
    expect(await imported(world.app, shop, bought.boughtAt + DAY)).toEqual(['adopted', 'ended']);
    await world.advance(5 * MINUTE);
    expect((await amountsIn(shop)).amounts).toEqual(['200.00']);
  });
});
