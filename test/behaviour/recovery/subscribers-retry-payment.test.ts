import { describe, expect } from 'vitest';
import type { RecoverySettings } from '../../../lib/billing/recovery-settings.ts';
import { it } from '../../support/world/fixtures.ts';
import {
  advanceToRenewal,
  behave,
  control,
  DAY,
  eventNamesOf,
  HOUR,
  ledger,
  MINUTE,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

const SETTINGS: RecoverySettings = { retryDays: [1, 3, 6], then: 'keep' };

/** Somebody whose card is refused from now on, whose renewal has just failed, at a tenant with these settings. */
async function owing(world: World, settings: RecoverySettings, card = '4111111111111129') {
  const shop = await makeTenant(world);
  await shop.call('account/set-recovery', { body: { ...settings } });
  const member = await subscribe(world, shop);
  await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: card });
  await advanceToRenewal(world, member.reference);
  await world.advance(MINUTE);
  return { shop, member };
}

const retry = (shop: TestTenant, { svcId }: Member) =>
  shop.call('subscribers/retry-payment', { body: { 'svc-id': svcId } });

const recoveryOf = async (shop: TestTenant, member: Member) =>
  (await read(shop, member)).data.recovery as Record<string, unknown> | null;

/** The days after the first refusal on which the provider tried to charge. */
async function daysOf(world: World, shop: TestTenant): Promise<number[]> {
  const failed = (await ledger(world, shop)).filter(({ status }) => status !== 'SUCCESS');
  const [first] = failed.map(({ time }) => time).toSorted((a, b) => a - b);
  return failed.map(({ time }) => Math.round((time - (first ?? 0)) / DAY)).toSorted((a, b) => a - b);
}

describe('spec: A renewal that the bank refused', () => {
  it('our choice: is tried again on the days of the schedule, and then waits', async ({ world }) => {
    const { shop, member } = await owing(world, SETTINGS);
    expect(await recoveryOf(shop, member)).toMatchObject({
      state: 'retrying',
      attempts: 1,
      lastCode: '10051',
    });
    await world.advance(20 * DAY);
    expect(await daysOf(world, shop)).toEqual([0, 1, 3, 6]);
    expect(await recoveryOf(shop, member)).toMatchObject({
      state: 'waiting',
      attempts: 4,
      nextAttemptAt: null,
    });
    const failures = eventNamesOf(world, shop, member).filter((name) => name.startsWith('DID_FAIL'));
    expect(failures).toHaveLength(4);
  });

  it('our choice: renews once a retry is paid, and the timeline says what was tried', async ({ world }) => {
    const { shop, member } = await owing(world, SETTINGS);
    await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: '5528790000000008' });
    await world.advance(DAY + HOUR);
    expect((await read(shop, member)).data).toMatchObject({ subscriptionStatus: 'ACTIVE', recovery: null });
    expect(eventNamesOf(world, shop, member).at(-1)).toBe('DID_RENEW/BILLING_RECOVERY');
    const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': member.svcId } });
    const entries = body.data as { what: string; cause: { by: string } }[];
    expect(entries.map(({ what }) => what)).toEqual([
      'renewed',
      'payment_retried',
      'payment_failed',
      'subscribed',
    ]);
    expect(entries[1]?.cause.by).toBe('schedule');
  });

  it('our choice: with `cancel` ends after the last try, there and here, once', async ({ world }) => {
    const { shop, member } = await owing(world, { retryDays: [1], then: 'cancel' });
    await world.advance(30 * DAY);
    expect((await read(shop, member)).data).toMatchObject({
      subscriptionStatus: 'CANCELLED',
      recovery: null,
    });
    const ends = eventNamesOf(world, shop, member).filter((name) => name === 'EXPIRED');
    expect(ends).toHaveLength(1);
    const there = await control(world, `/subscriptions/${member.reference}`);
    expect(there.subscriptionStatus).toBe('CANCELED');
  });

  it('our choice: of tenants that never said anything is tried by nobody', async ({ world, shop }) => {
    const member = await subscribe(world, shop);
    await behave(world, shop, { declineNext: 1 });
    await advanceToRenewal(world, member.reference);
    await world.advance(20 * DAY);
    expect(await daysOf(world, shop)).toEqual([0]);
    expect(await recoveryOf(shop, member)).toMatchObject({ state: 'waiting', nextAttemptAt: null });
  });
});

describe('spec: POST /subscribers/retry-payment', () => {
  it('our choice: refuses one that has ended as such, also while the provider is out', async ({ world }) => {
    const { shop, member } = await owing(world, { retryDays: [], then: 'keep' });
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
    await world.advance(HOUR);
    for (const failNext of [0, 100]) {
      await behave(world, shop, { failNext });
      expect(await retry(shop, member)).toMatchObject({ status: 409, body: { error: 'already_ended' } });
    }
  });

  it('our choice: has it charged once, a day after the last attempt at the earliest', async ({ world }) => {
    const { shop, member } = await owing(world, { retryDays: [], then: 'keep' });
    expect(await retry(shop, member)).toMatchObject({ status: 409, body: { error: 'retry_too_soon' } });
    await world.advance(DAY);
    await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: '5528790000000008' });
    const [one, other] = await Promise.all([retry(shop, member), retry(shop, member)]);
    expect(one).toMatchObject({ status: 200, body: { data: { recovery: { state: 'retrying' } } } });
    expect(other.status).toBe(200);
    await world.advance(5 * MINUTE);
    expect((await read(shop, member)).data).toMatchObject({ subscriptionStatus: 'ACTIVE', recovery: null });
    expect(await ledger(world, shop)).toHaveLength(3);
    expect(await retry(shop, member)).toMatchObject({ status: 409, body: { error: 'nothing_to_retry' } });
  });

  it('our choice: an answer that was lost counts as a try', async ({ world }) => {
    const { shop, member } = await owing(world, { retryDays: [], then: 'keep' });
    await world.advance(DAY);
    await behave(world, shop, { loseAnswerNext: 1, path: '/operation/retry' });
    expect((await retry(shop, member)).status).toBe(200);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    expect(await retry(shop, member)).toMatchObject({ status: 409, body: { error: 'retry_too_soon' } });
    await world.advance(HOUR);
    expect(await recoveryOf(shop, member)).toMatchObject({ attempts: 2 });
  });

  it('our choice: a provider that was not reached has tried nothing', async ({ world }) => {
    const { shop, member } = await owing(world, { retryDays: [], then: 'keep' });
    await world.advance(DAY);
    await behave(world, shop, { limitNext: 1, path: '/operation/retry' });
    expect((await retry(shop, member)).status).toBe(503);
    expect((await retry(shop, member)).status).toBe(200);
  });
});

describe('spec: PUT /account/recovery', () => {
  it('our choice: takes up to six rising days, and none', async ({ shop }) => {
    const put = (body: Record<string, unknown>) => shop.call('account/set-recovery', { body });
    expect((await shop.call('account/get-recovery')).body.data).toEqual({ retryDays: [], then: 'keep' });
    for (const retryDays of [[3, 1], [1, 1], [0], [61], [1.5], [1, 2, 3, 4, 5, 6, 7]])
      expect((await put({ retryDays })).status).toBe(400);
    expect((await put({ retryDays: [2, 5], then: 'cancel' })).body.data).toEqual({
      ...{ retryDays: [2, 5], then: 'cancel' },
    });
    expect((await put({ retryDays: [] })).body.data).toEqual({ retryDays: [], then: 'keep' });
  });
});
