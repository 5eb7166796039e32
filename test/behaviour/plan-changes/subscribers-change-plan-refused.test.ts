import { describe, expect, it } from 'vitest';
import {
  advanceToRenewal,
  behave,
  DAY,
  MINUTE,
  read,
  subscribe,
  eventNamesOf,
  type Member,
} from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';
import { planChangesOf } from './plan-changes.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'basic', price: '100.00' },
    { name: 'plus', price: '200.00' },
    { name: 'yearly', price: '1000.00', interval: 'YEARLY' },
    { name: 'euro', currency: 'EUR' },
    { name: 'elsewhere', product: 'other' },
    { name: 'old', active: false },
  ],
});

const { byPay, bySvc } = planChangesOf(shop);
const PREF = 'DID_CHANGE_RENEWAL_PREF/UPGRADE';
const UPGRADE = '/upgrade';

describe('spec: PUT /subscribers, refused', () => {
  it('our choice: another currency is 409 currency_mismatch, the same plan 409 same_plan', async () => {
    const member = await subscribe(world, shop);
    for (const change of [bySvc, (one: Member, plan: string) => byPay(one.reference, plan)]) {
      expect(await change(member, 'euro')).toMatchObject({
        status: 409,
        body: { error: 'currency_mismatch' },
      });
      expect(await change(member, 'basic')).toMatchObject({ status: 409, body: { error: 'same_plan' } });
      expect(await change(member, 'old')).toMatchObject({ status: 409, body: { error: 'plan_inactive' } });
      expect(await change(member, 'nobody')).toMatchObject({
        status: 404,
        body: { error: 'plan_not_found' },
      });
    }
  });
});

describe('spec: PUT /subscribers, when the answer of the provider is lost', () => {
  it('our choice: the subscription is read back before the change is recorded', async () => {
    const member = await subscribe(world, shop);
    await behave(world, shop, { loseAnswerNext: 1, path: UPGRADE });
    expect(await byPay(member.reference, 'plus')).toMatchObject({
      status: 200,
      body: { data: { newPlanReference: shop.plans.plus!.reference, syncedWithPay: true } },
    });
    await world.advance(5 * MINUTE);
    expect(eventNamesOf(world, shop, member)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      PREF,
      'DID_RENEW/BILLING_RECOVERY',
    ]);
  });

  it('our choice: one that cannot be read back is 504, and found within two minutes', async () => {
    const member = await subscribe(world, shop);
    await world.advance(2 * DAY);
    await behave(world, shop, {
      loseAnswerNext: 1,
      path: UPGRADE,
      searchLagMs: MINUTE,
      dropNotifications: true,
    });
    expect(await byPay(member.reference, 'plus')).toMatchObject({
      status: 504,
      body: { error: 'payment_outcome_unknown' },
    });
    await world.advance(2 * MINUTE);
    expect((await read(shop, member)).data.planReference).toBe(shop.plans.plus!.reference);
    await world.advance(5 * MINUTE);
    expect(eventNamesOf(world, shop, member)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      PREF,
      'DID_RENEW/BILLING_RECOVERY',
    ]);
    await behave(world, shop, { searchLagMs: 0, dropNotifications: false, path: '' });
  });

  it('our choice: a renewal whose notification was lost is on record before the plan changes', async () => {
    const member = await subscribe(world, shop);
    await behave(world, shop, { dropNotifications: true });
    await advanceToRenewal(world, member.reference);
    expect(eventNamesOf(world, shop, member)).toEqual(['SUBSCRIBED/INITIAL_BUY']);
    await byPay(member.reference, 'plus');
    await world.advance(5 * MINUTE);
    expect(eventNamesOf(world, shop, member)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_RENEW/BILLING_RECOVERY',
      PREF,
      'DID_RENEW/BILLING_RECOVERY',
    ]);
    await behave(world, shop, { dropNotifications: false });
  });
});
