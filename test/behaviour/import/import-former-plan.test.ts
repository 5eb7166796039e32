import { describe, expect } from 'vitest';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it as inWorld } from '../../support/world/fixtures.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import {
  check,
  control,
  DAY,
  HOUR,
  ledger,
  MINUTE,
  nameOf,
  nextOrder,
  paidIn,
  read,
  receivedEvents,
  type Member,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { paying } from '../../support/world/paying.ts';

const EMAIL = 'old-customer@example.com';
const iso = (time: number) => new Date(time).toISOString();

/** The end of the period that one at the provider has paid for, ten days before it. */
const it = inWorld.extend('bought', async ({ world, shop }) => {
  const reference = await directStart(world, shop, shop.plans.basic!.reference, EMAIL);
  const boughtAt = world.clock.now();
  await world.advance(20 * DAY);
  return { reference, boughtAt, paidUntil: (await nextOrder(world, reference)).startPeriod };
});

async function imported({ app }: Pick<World, 'app'>, shop: TestTenant): Promise<Pick<Member, 'svcId'>> {
  const asked = { dryRun: false, announce: false };
  await importSubscriptions(forTenant(app, shop.tenant.id), asked, () => undefined);
  const { svcId } = (await check(shop, EMAIL)).data!.subscription!;
  return { svcId: String(svcId) };
}

const namesIn = (world: World, shop: TestTenant) => receivedEvents(world, shop).map(nameOf);

describe('an import in the second of a plan change at once', () => {
  it('leaves the period paid before until the change is charged, which is announced', async ({
    world,
    shop,
    bought,
  }) => {
    await upgradeInPanel(world, shop, bought);
    const member = await imported(world, shop);
    const before = { currentPeriodStart: iso(bought.boughtAt), currentPeriodEnd: iso(bought.paidUntil) };
    const plan = { planReference: shop.plans.plus!.reference, nextPlanReference: null };
    expect((await read(shop, member)).data).toMatchObject({
      ...before,
      ...plan,
      subscriptionStatus: 'ACTIVE',
    });
    await world.advance(2 * MINUTE);
    const { data, latestInvoice } = await read(shop, member);
    expect(data).toMatchObject({ ...plan, currentPeriodStart: iso(bought.boughtAt + 20 * DAY) });
    expect(latestInvoice).toMatchObject({ status: 'PAID', amount: '200.00' });
    expect(receivedEvents(world, shop)).toMatchObject([
      { type: 'DID_RENEW', data: { planReference: plan.planReference } },
    ]);
  });

  it('gives access no longer than was paid for if it is cancelled there before the charge', async ({
    world,
    shop,
    bought,
  }) => {
    const reference = await upgradeInPanel(world, shop, bought);
    const member = await imported(world, shop);
    await control(world, `/subscriptions/${reference}/cancel`, {});
    await world.advance(HOUR);
    expect((await read(shop, member)).data).toMatchObject({ accessUntil: iso(bought.paidUntil) });
    await world.advance(12 * DAY);
    expect((await read(shop, member)).data).toMatchObject({ subscriptionStatus: 'CANCELLED' });
    expect(namesIn(world, shop)).toEqual(['DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED', 'EXPIRED']);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });
});

describe('an import of a plan that begins with the next period', () => {
  const plans = ({ plans: { basic, plus } }: TestTenant) => ({
    planReference: basic!.reference,
    nextPlanReference: plus!.reference,
  });

  it('shows the present plan, then the next one, and announces its first charge once', async ({
    world,
    shop,
    bought,
  }) => {
    const reference = await upgradeInPanel(world, shop, bought, 'plus', 'NEXT_PERIOD');
    const { startPeriod, endPeriod } = await nextOrder(world, reference);
    const member = await imported(world, shop);
    for (const time of [0, HOUR]) {
      await world.advance(time);
      expect((await read(shop, member)).data).toMatchObject({
        ...plans(shop),
        currentPeriodStart: iso(bought.boughtAt),
        currentPeriodEnd: iso(startPeriod),
        nextPaymentAt: iso(startPeriod),
      });
    }
    await world.advance(12 * DAY);
    const next = { planReference: shop.plans.plus!.reference, nextPlanReference: null };
    expect((await read(shop, member)).data).toMatchObject({ ...next, currentPeriodEnd: iso(endPeriod) });
    expect(namesIn(world, shop)).toEqual(['DID_RENEW/BILLING_RECOVERY']);
  });

  it('begins it where the period has just turned and nothing is charged yet', async ({
    world,
    shop,
    bought,
  }) => {
    const reference = await upgradeInPanel(world, shop, bought, 'plus', 'NEXT_PERIOD');
    const { startPeriod } = await nextOrder(world, reference);
    await world.advance(startPeriod - world.clock.now() - 1);
    const listed = await world.app.pay({ baseUrl: world.pay.url, ...shop.credentials }).listSubscriptions(1);
    await world.clock.advanceTo(startPeriod);
    const app = paying(world.app, () => ({ listSubscriptions: async () => listed }));
    const member = await imported({ app }, shop);
    const plus = { planReference: shop.plans.plus!.reference, nextPlanReference: null };
    expect((await read(shop, member)).data).toMatchObject(plus);
    await world.advance(3 * MINUTE);
    expect(namesIn(world, shop)).toEqual(['DID_RENEW/BILLING_RECOVERY']);
  });

  it('has it also where the provider does not list what it replaced', async ({ world, shop, bought }) => {
    const reference = await upgradeInPanel(world, shop, bought, 'plus', 'NEXT_PERIOD');
    const { startPeriod } = await nextOrder(world, reference);
    const app = paying(world.app, () => ({ ancestors: async () => ({ ok: true, value: [] }) }));
    const member = await imported({ app }, shop);
    const period = { currentPeriodStart: null, currentPeriodEnd: iso(startPeriod) };
    expect((await read(shop, member)).data).toMatchObject(period);
    await world.advance(12 * DAY);
    expect(namesIn(world, shop)).toEqual(['DID_RENEW/BILLING_RECOVERY']);
  });

  it.for(['svc-id', 'pay-subscriber-reference-code'] as const)(
    'cancelled by %s ends with what was paid for',
    async (by, { world, shop, bought }) => {
      const reference = await upgradeInPanel(world, shop, bought, 'plus', 'NEXT_PERIOD');
      const member = await imported(world, shop);
      const named = by === 'svc-id' ? member.svcId : reference;
      const { body } = await shop.call('subscribers/cancel', { body: { [by]: named } });
      expect(body.data).toMatchObject({ accessUntil: iso(bought.paidUntil) });
      await world.advance(12 * DAY);
      expect((await read(shop, member)).data).toMatchObject({ subscriptionStatus: 'CANCELLED' });
      // Of a cancellation in our records alone the provider knows nothing, and charges on.
      expect(paidIn(await ledger(world, shop))).toHaveLength(by === 'svc-id' ? 2 : 1);
    },
  );
});
