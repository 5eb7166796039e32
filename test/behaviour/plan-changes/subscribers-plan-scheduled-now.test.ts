import { describe, expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import {
  DAY,
  eventNamesOf,
  ledger,
  MINUTE,
  paidIn,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { planChangesOf } from './plan-changes.ts';

const { world, shop } = await openShop();
const { byPay, bySvc } = planChangesOf(shop);
const basic = shop.plans.basic!.reference;
const plus = shop.plans.plus!.reference;

const plansOf = async (member: Member) => {
  const { planReference, nextPlanReference } = (await read(shop, member)).data;
  return { planReference, nextPlanReference };
};
const referenceOf = async (member: Member) => String((await read(shop, member)).data.payReference);
const paidBy = async ({ email }: Member) =>
  paidIn(await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === email).length;

/** A subscriber of `basic` that moves to `plus` with the next period. */
async function scheduled(): Promise<Member> {
  const member = await subscribe(world, shop);
  expect((await byPay(member.reference, 'plus', { upgradePeriod: 'NEXT_PERIOD' })).status).toBe(200);
  await world.advance(DAY);
  expect(await plansOf(member)).toEqual({ planReference: basic, nextPlanReference: plus });
  return member;
}

const ANNOUNCED = ['SUBSCRIBED/INITIAL_BUY', 'DID_CHANGE_RENEWAL_PREF/UPGRADE'];

describe('our choice: while a plan is scheduled for the next period', () => {
  it('it can be taken now with the provider’s reference, which charges it and announces nothing again', async () => {
    const member = await scheduled();
    expect((await byPay(await referenceOf(member), 'plus')).status).toBe(200);
    await world.advance(5 * MINUTE);
    expect(await plansOf(member)).toEqual({ planReference: plus, nextPlanReference: null });
    expect(await paidBy(member)).toBe(2);
    const changes = eventNamesOf(world, shop, member).filter((name) => !name.startsWith('DID_RENEW/'));
    expect(changes).toEqual(ANNOUNCED);
  });

  it('it can be taken now in our records alone, which announces nothing again', async () => {
    const member = await scheduled();
    expect(await bySvc(member, 'plus')).toMatchObject({ status: 200 });
    await world.settle();
    expect(await plansOf(member)).toEqual({ planReference: plus, nextPlanReference: null });
    expect(eventNamesOf(world, shop, member)).toEqual(ANNOUNCED);
  });

  it('the plan in force with the next period takes the schedule back', async () => {
    const member = await scheduled();
    expect((await byPay(await referenceOf(member), 'basic', { upgradePeriod: 'NEXT_PERIOD' })).status).toBe(
      200,
    );
    expect(await plansOf(member)).toEqual({ planReference: basic, nextPlanReference: null });
    expect(await paidBy(member)).toBe(1);
  });
});
