import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../lib/billing/plan.ts';
import {
  behave,
  CARDS,
  charge,
  DAY,
  directBody,
  HOUR,
  ledger,
  MINUTE,
  nextOrder,
  paidIn,
  someone,
  statusOf,
  subscribe,
  eventNamesOf,
  type Member,
} from '../world/shop.ts';
import { checkoutBody, makeTenant, payForm, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;
let member: Member;

afterEach(() => world.stop());
beforeEach(async () => {
  world = await startWorld();
  shop = await makeTenant(world);
  member = await subscribe(world, shop);
  await world.advance(MINUTE);
});

/** Somebody changes the plan of a reference at the provider's panel; answers the new reference. */
async function changeAtPanel(reference: string, plan: Plan): Promise<string> {
  const pay = world.app.pay({ baseUrl: world.pay.url, ...shop.credentials });
  const made = await pay.upgrade({
    reference,
    newPlanReference: plan.reference,
    period: 'NOW',
    useTrial: false,
    resetRecurrenceCount: true,
  });
  if (!made.ok) throw new Error(made.is);
  return made.value.reference;
}

const cancel = (reference: string) =>
  shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
const known = async (reference: string) => {
  const { body } = await shop.call('subscribers/get', { query: { 'pay-subscriber-code': reference } });
  return (body.data as { id: string } | undefined)?.id;
};

describe('What somebody does at the provider’s panel', () => {
  it('our choice: of a plan changed twice in a row each reference finds the subscriber', async () => {
    await behave(world, shop, { dropNotifications: true });
    const middle = await changeAtPanel(member.reference, shop.plans.plus!);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const newest = await changeAtPanel(middle, shop.plans.basic!);
    await world.advance(33 * DAY);
    expect([await known(middle), await known(newest)]).toEqual([member.id, member.id]);
  });

  it('our choice: two changes of plan within a millisecond hide none that follows', async () => {
    const first = await changeAtPanel(member.reference, shop.plans.plus!);
    const second = await changeAtPanel(first, shop.plans.basic!);
    await world.advance(5 * MINUTE);
    const third = await changeAtPanel(second, shop.plans.plus!);
    await world.advance(5 * MINUTE);
    expect(await Promise.all([first, second, third].map(known))).toEqual([member.id, member.id, member.id]);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    expect(body.data).toHaveLength(paidIn(await ledger(world, shop)).length);
    expect(world.queues.dead).toEqual([]);
  });

  it('our choice: a plan that was changed there twice is not taken over past what the first change charged', async () => {
    shop = await makeTenant(world, {
      plans: ['basic', 'plus', 'gold'].map((name, nth) => ({ name, price: `${nth + 1}00.00` })),
    });
    member = await subscribe(world, shop);
    await behave(world, shop, { dropNotifications: true });
    const middle = await changeAtPanel(member.reference, shop.plans.gold!);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const newest = await changeAtPanel(middle, shop.plans.plus!);
    const asked = { 'pay-subscriber-reference-code': member.reference };
    const answer = await shop.call('subscribers/change-plan', {
      body: { ...asked, 'pay-plan-reference-code': shop.plans.plus!.reference },
    });
    expect(answer.status).toBe(409);
    await world.advance(10 * MINUTE);
    expect([await known(middle), await known(newest)]).toEqual([member.id, member.id]);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    expect(body.data).toHaveLength(paidIn(await ledger(world, shop)).length);
  });

  it('our choice: DELETE right after a change of plan there protects what that paid for', async () => {
    await behave(world, shop, { dropNotifications: true });
    await world.advance(10 * DAY);
    const newest = await changeAtPanel(member.reference, shop.plans.plus!);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const { startPeriod } = await nextOrder(world, newest);
    const { status, body } = await cancel(member.reference);
    expect(status).toBe(200);
    expect(Date.parse((body.data as { accessUntil: string }).accessUntil)).toBe(startPeriod);
  });

  it('our choice: a period paid early delays no cancellation beyond the provider’s next charge', async () => {
    await world.advance(10 * DAY);
    await charge(world, member.reference, 'success');
    await world.advance(HOUR);
    await changeAtPanel(member.reference, shop.plans.plus!);
    await world.advance(HOUR);
    const before = paidIn(await ledger(world, shop)).length;
    expect((await cancel(member.reference)).status).toBe(200);
    await world.advance(90 * DAY);
    expect(paidIn(await ledger(world, shop))).toHaveLength(before);
    expect(await statusOf(shop, member)).toBe('CANCELLED');
  });

  it('our choice: what fails after an end of our own is no failure, until the cancellation is taken back', async () => {
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await charge(world, member.reference, 'failure');
    await world.advance(HOUR);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    await shop.call('subscribers/undo-cancel', { body: { 'svc-id': member.svcId } });
    await world.advance(5 * MINUTE);
    expect(await statusOf(shop, member)).toBe('PAYMENT_FAILED');
    expect(eventNamesOf(world, shop, member).at(-1)).toBe('DID_FAIL_TO_RENEW');
  });

  it('our choice: a purchase of unknown outcome is never found in what a change of plan made', async () => {
    const email = someone();
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    const body = directBody(shop.plans.basic!, { email, clientReferenceId: 'lost' });
    expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(504);
    const other = directBody(shop.plans.plus!, { email, clientReferenceId: 'never charged' });
    await behave(world, shop, { failNext: 1, path: '/subscription/initialize' });
    expect((await shop.call('checkout/initialize-direct', { body: other })).status).toBe(504);
    const bought = paidIn(await ledger(world, shop)).at(-1)!.subscriptionReferenceCode!;
    await world.clock.advanceTo(world.clock.now() + 1_000);
    await changeAtPanel(bought, shop.plans.plus!);
    await world.advance(30 * MINUTE);
    const found = await shop.call('checkout/initialize-direct', { body });
    expect(found.body.data).toMatchObject({ referenceCode: bought });
    expect(paidIn(await ledger(world, shop)).length).toBeGreaterThan(1);
    const never = await shop.call('checkout/initialize-direct', { body: other });
    expect((never.body.data as { parentReferenceCode: string }).parentReferenceCode).not.toBe(
      (found.body.data as { parentReferenceCode: string }).parentReferenceCode,
    );
  });
});

describe('A change of plan at once whose charge is still to be collected', () => {
  const putNow = async () => {
    await world.advance(10 * DAY);
    await behave(world, shop, { dropNotifications: true });
    const body = {
      'pay-subscriber-reference-code': member.reference,
      'pay-plan-reference-code': shop.plans.plus!.reference,
    };
    expect((await shop.call('subscribers/change-plan', { body })).status).toBe(200);
  };

  it('our choice: DELETE before that ends nothing at once, and can be undone', async () => {
    await putNow();
    const { body } = await cancel(member.reference);
    expect(body.data).toMatchObject({ status: 'ACTIVE', cancelAtPeriodEnd: true });
    await world.settle();
    const undo = { 'pay-subscriber-reference-code': member.reference };
    expect((await shop.call('subscribers/undo-cancel', { body: undo })).status).toBe(200);
    await world.advance(HOUR);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
  });

  it('our choice: DELETE before that leaves what it pays for to its end, and nothing is charged after', async () => {
    await putNow();
    await cancel(member.reference);
    await world.advance(HOUR);
    const charged = paidIn(await ledger(world, shop));
    expect(charged).toHaveLength(2);
    await world.advance(29 * DAY);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    await world.advance(60 * DAY);
    expect(await statusOf(shop, member)).toBe('CANCELLED');
    expect(paidIn(await ledger(world, shop))).toHaveLength(2);
  });
});

describe('Identical requests at the same moment', () => {
  it.each([
    ['PUT', 'subscribers/change-plan'],
    ['DELETE', 'subscribers/cancel'],
  ] as const)(
    'our choice: %s is answered alike, also when the first is recorded already',
    async (_, route) => {
      if (route === 'subscribers/cancel') await charge(world, member.reference, 'failure');
      await world.advance(HOUR);
      const body =
        route === 'subscribers/cancel'
          ? { 'pay-subscriber-reference-code': member.reference }
          : {
              'pay-subscriber-reference-code': member.reference,
              'pay-plan-reference-code': shop.plans.plus!.reference,
            };
      const first = await shop.call(route, { body });
      await world.clock.advanceTo(world.clock.now() + 1_000);
      const second = await shop.call(route, { body });
      expect([first.status, second.status]).toEqual([200, 200]);
      await world.clock.advanceTo(world.clock.now() + 10_000);
      expect((await shop.call(route, { body })).status).toBe(409);
    },
  );
});

describe('A hosted checkout whose activation could not be asked for', () => {
  it('our choice: is announced once it has begun, and never if the bank refuses it then', async () => {
    const email = someone();
    const body = checkoutBody(shop.plans.basic!, { email, subscriptionInitialStatus: 'PENDING' });
    const { token } = (await shop.call('checkout/initialize', { body })).body;
    await payForm(world, String(token), { cardNumber: CARDS.refusedLater });
    await behave(world, shop, { failNext: 1, path: '/activate' });
    await world.advance(DAY);
    const { body: found } = await shop.call('subscribers/check', { query: { email } });
    const { subscription } = found.data as { subscription: { id: string; status: string } };
    expect(subscription.status).toBe('PENDING');
    expect(eventNamesOf(world, shop, { id: subscription.id })).toEqual([]);
  });
});
