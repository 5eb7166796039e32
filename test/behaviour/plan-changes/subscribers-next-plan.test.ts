import { describe, expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import {
  charge,
  DAY,
  eventsAbout,
  HOUR,
  MINUTE,
  nextOrder,
  read,
  subscribe,
  type Member,
  eventNamesOf,
  ledger,
  paidIn,
} from '../../support/world/shop.ts';
import { planChangesOf } from './plan-changes.ts';

const { world, shop } = await openShop();

const basic = shop.plans.basic!.reference;

const plus = shop.plans.plus!.reference;

const toNextPeriod = (reference: string, plan: string) =>
  shop.call('subscribers/change-plan', {
    body: {
      'pay-subscriber-reference-code': reference,
      'pay-plan-reference-code': plan,
      upgradePeriod: 'NEXT_PERIOD',
    },
  });

const referenceOf = async (member: Member) => String((await read(shop, member)).data.payReference);

const plansOf = async (member: Member) => {
  const { planReference, nextPlanReference } = (await read(shop, member)).data;
  return { planReference, nextPlanReference };
};

describe('spec: PUT /subscribers with NEXT_PERIOD: planReference is the current plan', () => {
  it.each([90_000, 1_000, 1])(
    'also where the period ends %i ms after the request, and nothing is charged at once',
    async (ms) => {
      const member = await subscribe(world, shop);
      const end = (await nextOrder(world, member.reference)).startPeriod;
      await world.advance(end - ms - world.clock.now());
      const { body } = await toNextPeriod(member.reference, plus);
      expect(body.data).toMatchObject({ charge: null });
      expect(await plansOf(member)).toEqual({ planReference: basic, nextPlanReference: plus });
      await world.clock.advanceTo(end);
      expect(await plansOf(member)).toEqual({ planReference: plus, nextPlanReference: null });
    },
  );

  it.each([
    ['success', 'ACTIVE', 'DID_RENEW'],
    ['failure', 'PAYMENT_FAILED', 'DID_FAIL_TO_RENEW'],
  ] as const)(
    'the next one is charged before its time, with %s: the event names it, the subscription not yet',
    async (outcome, status, type) => {
      const member = await subscribe(world, shop);
      const end = (await nextOrder(world, member.reference)).startPeriod;
      await toNextPeriod(member.reference, plus);
      await world.advance(DAY);
      await charge(world, await referenceOf(member), outcome);
      await world.advance(HOUR);
      expect((await read(shop, member)).data).toMatchObject({
        subscriptionStatus: status,
        planReference: basic,
        nextPlanReference: plus,
      });
      expect(eventsAbout(world, shop, member.email).at(-1)).toMatchObject({
        type,
        data: { planReference: plus },
      });
      await world.clock.advanceTo(end);
      expect(await plansOf(member)).toEqual({ planReference: plus, nextPlanReference: null });
    },
  );

  it.each(['pay', 'svc'])(
    'nextPlanReference is null while a cancellation by %s identifier prevents it, and back once that is undone',
    async (by) => {
      const member = await subscribe(world, shop);
      await toNextPeriod(member.reference, plus);
      const reference = await referenceOf(member);
      const body = by === 'pay' ? { 'pay-subscriber-reference-code': reference } : { 'svc-id': member.svcId };
      expect((await shop.call('subscribers/cancel', { body })).status).toBe(200);
      expect(await plansOf(member)).toEqual({ planReference: basic, nextPlanReference: null });
      expect((await shop.call('subscribers/undo-cancel', { body })).status).toBe(200);
      expect(await plansOf(member)).toEqual({ planReference: basic, nextPlanReference: plus });
    },
  );

  it('a plan that a cancellation prevents never becomes planReference', async () => {
    const member = await subscribe(world, shop);
    await toNextPeriod(member.reference, plus);
    await world.advance(MINUTE);
    const reference = await referenceOf(member);
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
    const end = (await nextOrder(world, reference)).startPeriod;
    await world.advance(end + DAY - world.clock.now());
    expect((await read(shop, member)).data).toMatchObject({
      subscriptionStatus: 'CANCELLED',
      planReference: basic,
      nextPlanReference: null,
      providerTold: true,
    });
    expect(eventsAbout(world, shop, member.email).at(-1)).toMatchObject({
      type: 'EXPIRED',
      data: { planReference: basic },
    });
  });
});

const { byPay, bySvc } = planChangesOf(shop);

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

  it.each(['pay', 'svc'])(
    'it is the plan in force from its moment on, whoever has heard of it: by %s identifier it is the same plan then',
    async (by) => {
      const member = await scheduled();
      await world.clock.advanceTo((await nextOrder(world, await referenceOf(member))).startPeriod);
      expect(await plansOf(member)).toEqual({ planReference: plus, nextPlanReference: null });
      const again = by === 'pay' ? byPay(await referenceOf(member), 'plus') : bySvc(member, 'plus');
      expect(await again).toMatchObject({ status: 409, body: { error: 'same_plan' } });
      await world.settle();
      const changes = eventNamesOf(world, shop, member).filter((name) => !name.startsWith('DID_RENEW/'));
      expect(changes).toEqual(ANNOUNCED);
    },
  );
});
