import { it as test } from '../../support/world/fixtures.ts';
import { describe, expect } from 'vitest';
import {
  advanceToRenewal,
  behave,
  CARDS,
  charge,
  check,
  DAY,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  read,
  statusOf,
  subscribe,
  eventNamesOf,
  type Member,
  control,
  directBody,
  receivedEvents,
} from '../../support/world/shop.ts';
import { type TestTenant, makeTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

const BUY = 'SUBSCRIBED/INITIAL_BUY';

/** A test whose tenant has plans with seven days of grace, with none, and with a trial of two weeks. */
const it = test.extend('settings', () => ({
  plans: [
    { name: 'basic', graceDays: 7 },
    { name: 'graceless', graceDays: null },
    { name: 'trial', trialDays: 14 },
  ],
}));

const RENEW = 'DID_RENEW/BILLING_RECOVERY';

const FAIL = 'DID_FAIL_TO_RENEW';

/** A member whose renewal has just failed and is known to have. */
async function failing(
  world: World,
  shop: TestTenant,
  plan = 'basic',
): Promise<{ member: Member; failedAt: number }> {
  const member = await subscribe(world, shop, { plan: shop.plans[plan]!, card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  const failedAt = world.clock.now();
  await world.advance(MINUTE);
  return { member, failedAt };
}

describe('spec: States and transitions', () => {
  it('a renewal that fails makes it PAYMENT_FAILED; our choice: grace runs from the failure for the plan’s days', async ({
    world,
    shop,
  }) => {
    const { member, failedAt } = await failing(world, shop);
    expect(await statusOf(shop, member)).toBe('PAYMENT_FAILED');
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, FAIL]);
    expect(await check(shop, member.email)).toMatchObject({
      hasActiveSubscription: true,
      data: {
        subscription: {
          status: 'PAYMENT_FAILED',
          graceEndsAt: new Date(failedAt + 7 * DAY).toISOString(),
          inGracePeriod: true,
        },
      },
    });
  });

  it('our choice: inGracePeriod is computed at reading time and ends with the millisecond', async ({
    world,
    shop,
  }) => {
    const { member, failedAt } = await failing(world, shop);
    await world.clock.advanceTo(failedAt + 7 * DAY - 1);
    expect(await check(shop, member.email)).toMatchObject({
      hasActiveSubscription: true,
      data: { subscription: { inGracePeriod: true } },
    });
    await world.clock.advanceTo(failedAt + 7 * DAY);
    expect(await check(shop, member.email)).toMatchObject({
      hasActiveSubscription: false,
      data: { subscription: { inGracePeriod: false, status: 'PAYMENT_FAILED' } },
    });
  });

  it('our choice: a plan without grace gives none', async ({ world, shop }) => {
    const { member } = await failing(world, shop, 'graceless');
    expect(await check(shop, member.email)).toMatchObject({
      hasActiveSubscription: false,
      data: { subscription: { graceEndsAt: null, inGracePeriod: false } },
    });
  });

  it('our choice: each failed attempt is announced once and only the first one starts the grace period', async ({
    world,
    shop,
  }) => {
    const { member, failedAt } = await failing(world, shop);
    await world.advance(DAY);
    await charge(world, member.reference, 'failure');
    await world.advance(HOUR);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, FAIL, FAIL]);
    const { data } = await check(shop, member.email);
    expect(data?.subscription?.graceEndsAt).toBe(new Date(failedAt + 7 * DAY).toISOString());
  });

  it('a payment that succeeds after a failure makes it ACTIVE again and is announced as DID_RENEW / BILLING_RECOVERY', async ({
    world,
    shop,
  }) => {
    const { member } = await failing(world, shop);
    await charge(world, member.reference, 'success');
    await world.advance(MINUTE);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, FAIL, RENEW]);
    expect(await read(shop, member)).toMatchObject({
      data: { subscriptionStatus: 'ACTIVE' },
      latestInvoice: { status: 'PAID' },
    });
    expect((await check(shop, member.email)).data?.subscription).toMatchObject({
      graceEndsAt: null,
      inGracePeriod: false,
    });
  });

  it('our choice: renewals are found by reconciliation where no notification comes, within three hours', async ({
    world,
    shop,
  }) => {
    await behave(world, shop, { dropNotifications: true });
    const member = await subscribe(world, shop);
    await advanceToRenewal(world, member.reference);
    await world.advance(3 * HOUR);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, RENEW]);
  });

  it('our choice: the first charge after a trial is a renewal', async ({ world, shop }) => {
    const member = await subscribe(world, shop, { plan: shop.plans.trial! });
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    expect(paidIn(await ledger(world, shop))).toEqual([]);
    await world.advance(14 * DAY + HOUR);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, RENEW]);
    expect((await read(shop, member)).latestInvoice).toMatchObject({ status: 'PAID', amount: '100.00' });
    await world.advance(32 * DAY);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, RENEW, RENEW]);
  });
});

describe('spec: States and transitions', () => {
  it('our choice: a cancellation at the provider takes effect at the end of the paid period', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/cancel`, {});
    await world.advance(31 * DAY - HOUR);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED']);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    await world.advance(3 * HOUR);
    expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
    expect(await statusOf(shop, member)).toBe('CANCELLED');
  });

  it('our choice: an expiry at the provider is discovered: EXPIRED, announced once', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    await world.advance(33 * DAY);
    expect(await statusOf(shop, member)).toBe('EXPIRED');
    await world.advance(40 * DAY);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, 'EXPIRED']);
    expect(receivedEvents(world, shop).at(-1)?.data.status).toBe('EXPIRED');
  });

  it('our choice: an expiry at the provider keeps the period that was paid, whoever reads it first', async ({
    world,
    shop,
  }) => {
    const [read, told] = [await subscribe(world, shop), await subscribe(world, shop)];
    for (const { reference } of [read, told])
      await control(world, `/subscriptions/${reference}/expire`, { keepsPeriod: true });
    const body = { 'pay-subscriber-reference-code': told.reference };
    await shop.call('subscribers/cancel', { body });
    await world.advance(30 * DAY);
    for (const member of [read, told]) expect(await statusOf(shop, member)).toBe('ACTIVE');
    await world.advance(DAY + 5 * MINUTE);
    expect([await statusOf(shop, read), await statusOf(shop, told)]).toEqual(['EXPIRED', 'CANCELLED']);
    for (const member of [read, told]) expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
  });

  it('our choice: a new subscription after one that ended is RESUBSCRIBE, per tenant', async ({
    world,
    shop,
  }) => {
    const first = await subscribe(world, shop);
    await control(world, `/subscriptions/${first.reference}/expire`, {});
    await world.advance(33 * DAY);
    const again = await subscribe(world, shop, { email: first.email.toUpperCase() });
    expect(eventNamesOf(world, shop, again)).toEqual(['SUBSCRIBED/RESUBSCRIBE']);
    const body = directBody(shop.plans.basic!, { email: first.email });
    await shop.call('checkout/initialize-direct', { body });
    await world.settle();
    expect(receivedEvents(world, shop).at(-1)).toMatchObject({ type: 'SUBSCRIBED', subtype: 'RESUBSCRIBE' });
    const other = await makeTenant(world);
    const elsewhere = await subscribe(world, other, { email: first.email });
    expect(eventNamesOf(world, other, elsewhere)).toEqual([BUY]);
  });

  it.for(['direct', 'hosted'] as const)(
    'our choice: who buys again, %s, the moment a subscription has ended is a RESUBSCRIBE, although nobody has recorded the end',
    async (how, { world, shop }) => {
      const first = await subscribe(world, shop);
      const { body } = await shop.call('subscribers/cancel', { body: { 'svc-id': first.svcId } });
      const { accessUntil } = body.data as { accessUntil: string };
      await world.clock.advanceTo(Date.parse(accessUntil));
      expect(await statusOf(shop, first)).toBe('CANCELLED');
      if (how === 'hosted') await subscribe(world, shop, { email: first.email });
      else
        await shop.call('checkout/initialize-direct', {
          body: directBody(shop.plans.basic!, { email: first.email }),
        });
      await world.settle();
      const bought = receivedEvents(world, shop).filter(({ type }) => type === 'SUBSCRIBED');
      expect(bought.map(({ subtype }) => subtype)).toEqual(['INITIAL_BUY', 'RESUBSCRIBE']);
    },
  );

  it('our choice: a second subscription while one is live is INITIAL_BUY; the check shows the most significant', async ({
    world,
    shop,
  }) => {
    const first = await subscribe(world, shop, { card: CARDS.refusedLater });
    await world.advance(32 * DAY);
    const second = await subscribe(world, shop, { email: first.email });
    expect(eventNamesOf(world, shop, second)).toEqual([BUY]);
    expect((await check(shop, first.email)).data?.subscription).toMatchObject({
      id: second.id,
      status: 'ACTIVE',
    });
  });
});
