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
} from '../../support/world/shop.ts';
import { type TestTenant } from '../../support/world/tenant.ts';
import { type World } from '../../support/world/world.ts';
import { BUY, it } from './states-fixtures.ts';

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
