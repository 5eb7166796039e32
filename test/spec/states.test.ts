import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  advanceToRenewal,
  behave,
  CARDS,
  charge,
  check,
  control,
  DAY,
  directBody,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  read,
  statusOf,
  subscribe,
  receivedEvents,
  eventNamesOf,
  type Member,
} from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;

afterEach(() => world.stop());
beforeEach(async () => {
  world = await startWorld();
  shop = await makeTenant(world, {
    plans: [
      { name: 'basic', graceDays: 7 },
      { name: 'graceless', graceDays: null },
      { name: 'trial', trialDays: 14 },
    ],
  });
});

const BUY = 'SUBSCRIBED/INITIAL_BUY';
const RENEW = 'DID_RENEW/BILLING_RECOVERY';
const FAIL = 'DID_FAIL_TO_RENEW';

/** A member whose renewal has just failed and is known to have. */
async function failing(plan = 'basic'): Promise<{ member: Member; failedAt: number }> {
  const member = await subscribe(world, shop, { plan: shop.plans[plan]!, card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  const failedAt = world.clock.now();
  await world.advance(MINUTE);
  return { member, failedAt };
}

describe('States and transitions', () => {
  it('a renewal that fails makes it PAYMENT_FAILED; our choice: grace runs from the failure for the plan’s days', async () => {
    const { member, failedAt } = await failing();
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

  it('our choice: inGracePeriod is computed at reading time and ends with the millisecond', async () => {
    const { member, failedAt } = await failing();
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

  it('our choice: a plan without grace gives none', async () => {
    const { member } = await failing('graceless');
    expect(await check(shop, member.email)).toMatchObject({
      hasActiveSubscription: false,
      data: { subscription: { graceEndsAt: null, inGracePeriod: false } },
    });
  });

  it('our choice: each failed attempt is announced once and only the first one starts the grace period', async () => {
    const { member, failedAt } = await failing();
    await world.advance(DAY);
    await charge(world, member.reference, 'failure');
    await world.advance(HOUR);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, FAIL, FAIL]);
    const { data } = await check(shop, member.email);
    expect(data?.subscription?.graceEndsAt).toBe(new Date(failedAt + 7 * DAY).toISOString());
  });

  it('a payment that succeeds after a failure makes it ACTIVE again and is announced as DID_RENEW / BILLING_RECOVERY', async () => {
    const { member } = await failing();
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

  it('our choice: a recovery without a notification is found by reconciliation', async () => {
    const { member } = await failing();
    await behave(world, shop, { dropNotifications: true });
    await charge(world, member.reference, 'success');
    await world.advance(DAY + HOUR);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, FAIL, RENEW]);
  });

  it('our choice: renewals are learned by looking where no notification comes, within three hours', async () => {
    await behave(world, shop, { dropNotifications: true });
    const member = await subscribe(world, shop);
    await advanceToRenewal(world, member.reference);
    await world.advance(3 * HOUR);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, RENEW]);
  });

  it('our choice: the first charge after a trial is a renewal', async () => {
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

  it('our choice: a cancellation at the provider is discovered, what was paid for is honoured, then it ends', async () => {
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/cancel`, {});
    await world.advance(31 * DAY - HOUR);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED']);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    await world.advance(3 * HOUR);
    expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
    expect(await statusOf(shop, member)).toBe('CANCELLED');
  });

  it('our choice: an expiry at the provider is discovered: EXPIRED, announced once', async () => {
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    await world.advance(33 * DAY);
    expect(await statusOf(shop, member)).toBe('EXPIRED');
    await world.advance(40 * DAY);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, 'EXPIRED']);
    expect(receivedEvents(world, shop).at(-1)?.data.status).toBe('EXPIRED');
  });

  it('our choice: who had a subscription that ended subscribes again as RESUBSCRIBE, per tenant', async () => {
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

  it('our choice: a second subscription beside a live one is an INITIAL_BUY, and the check shows the best', async () => {
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
