import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import {
  behave,
  CARDS,
  charge,
  DAY,
  HOUR,
  ledger,
  paidIn,
  statusOf,
  eventNamesOf,
  type Member,
} from '../../support/world/shop.ts';
import { payForm, type TestTenant } from '../../support/world/tenant.ts';
import { type World } from '../../support/world/world.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

const cancel = (shop: TestTenant, reference: string) =>
  shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });

describe('spec: An immediate plan change whose charge is still pending', () => {
  const putNow = async (world: World, shop: TestTenant, member: Member) => {
    await world.advance(10 * DAY);
    await behave(world, shop, { dropNotifications: true });
    const body = {
      'pay-subscriber-reference-code': member.reference,
      'pay-plan-reference-code': shop.plans.plus!.reference,
    };
    expect((await shop.call('subscribers/change-plan', { body })).status).toBe(200);
  };

  it('our choice: DELETE before the charge does not end it at once, and can be undone', async ({
    world,
    shop,
    member,
  }) => {
    await putNow(world, shop, member);
    const { body } = await cancel(shop, member.reference);
    expect(body.data).toMatchObject({ status: 'ACTIVE', cancelAtPeriodEnd: true });
    await world.settle();
    const undo = { 'pay-subscriber-reference-code': member.reference };
    expect((await shop.call('subscribers/undo-cancel', { body: undo })).status).toBe(200);
    await world.advance(HOUR);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
  });

  it('our choice: DELETE before the charge keeps the period it pays for, and nothing is charged afterwards', async ({
    world,
    shop,
    member,
  }) => {
    await putNow(world, shop, member);
    await cancel(shop, member.reference);
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

describe('spec: Identical requests at the same moment', () => {
  it.for([
    ['PUT', 'subscribers/change-plan'],
    ['DELETE', 'subscribers/cancel'],
  ] as const)(
    'our choice: %s is answered alike, also when the first is recorded already',
    async ([_, route], { world, shop, member }) => {
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

describe('spec: A hosted checkout whose activation call failed', () => {
  it('our choice: is announced when it begins, and never if the bank refuses it', async ({ world, shop }) => {
    const { token, email } = await startCheckout(shop, { subscriptionInitialStatus: 'PENDING' });
    await payForm(world, token, { cardNumber: CARDS.refusedLater });
    await behave(world, shop, { failNext: 1, path: '/activate' });
    await world.advance(DAY);
    const { body: found } = await shop.call('subscribers/check', { query: { email } });
    const { subscription } = found.data as { subscription: { id: string; status: string } };
    expect(subscription.status).toBe('PENDING');
    expect(eventNamesOf(world, shop, { id: subscription.id })).toEqual([]);
  });
});
