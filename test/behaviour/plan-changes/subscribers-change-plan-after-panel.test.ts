import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { memberWithoutNotifications, upgradeInPanel } from '../../support/world/panel.ts';
import {
  charge,
  control,
  DAY,
  eventNamesOf,
  ledger,
  MINUTE,
  moveToPlan,
  paidIn,
  read,
  receivedEvents,
  type Member,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

const known = async (shop: TestTenant, reference: string) => {
  const { body } = await shop.call('subscribers/get', { query: { 'pay-subscriber-code': reference } });
  return (body.data as { id: string } | undefined)?.id;
};

/** The plan changes that the tenant heard of, oldest first, each with its new plan. */
const planEventsOf = (world: World, shop: TestTenant, { id }: Member) =>
  receivedEvents(world, shop)
    .filter(({ type, data }) => type === 'DID_CHANGE_RENEWAL_PREF' && data.subscriptionId === id)
    .map(({ subtype, data }) => [subtype, data.planReference]);

/** Plan and status of references as the provider has them. */
const atProvider = (world: World, references: readonly string[]) =>
  Promise.all(
    references.map(async (reference) => {
      const there = await control(world, `/subscriptions/${reference}`);
      return { plan: there.pricingPlanReferenceCode, status: there.subscriptionStatus };
    }),
  );

describe('spec: PUT /subscribers after a plan change in the provider’s panel', () => {
  it.for(['NOW', 'NEXT_PERIOD'] as const)(
    'our choice: to a third plan is carried out at once, although nobody told of that change (%s)',
    async (period, { world }) => {
      const { shop, member } = await memberWithoutNotifications(world);
      await world.advance(DAY);
      const middle = await upgradeInPanel(world, shop, member, 'plus', period);
      await world.clock.advanceTo(world.clock.now() + MINUTE);
      const answer = await shop.call('subscribers/change-plan', {
        body: {
          'pay-subscriber-reference-code': member.reference,
          'pay-plan-reference-code': shop.plans.gold!.reference,
        },
      });
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { newPlanReference: shop.plans.gold!.reference } },
      });
      const { payReference } = answer.body.data as { payReference: string };
      await world.advance(10 * MINUTE);
      for (const reference of [member.reference, middle, payReference])
        expect(await known(shop, reference)).toBe(member.id);
      expect(eventNamesOf(world, shop, member).filter((name) => name.includes('PREF'))).toEqual([
        'DID_CHANGE_RENEWAL_PREF/UPGRADE',
        'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      ]);
      const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
      expect(body.data).toHaveLength(paidIn(await ledger(world, shop)).length);
    },
  );

  it('our choice: is carried out too if our records changed in the very millisecond in which it began', async ({
    world,
  }) => {
    const { shop, member } = await memberWithoutNotifications(world);
    await world.advance(DAY);
    const change = (ids: Record<string, string>) => shop.call('subscribers/change-plan', { body: ids });
    const inRecords = { 'svc-subscriber-id': member.svcId, 'svc-plan-id': shop.plans.plus!.id };
    expect((await change(inRecords)).status).toBe(200);
    const middle = await upgradeInPanel(world, shop, member, 'plus');
    const { status, body } = await change({
      'pay-subscriber-reference-code': member.reference,
      'pay-plan-reference-code': shop.plans.gold!.reference,
    });
    const gold = shop.plans.gold!.reference;
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { id: member.id, newPlanReference: gold, syncedWithPay: true, charge: { amount: '300.00' } },
    });
    const { payReference } = body.data as { payReference: string };
    await world.advance(10 * MINUTE);
    expect((await read(shop, member)).data).toMatchObject({
      payReference,
      planReference: gold,
      nextPlanReference: null,
      subscriptionStatus: 'ACTIVE',
      providerTold: true,
    });
    // The panel's change is the one that our records already had: it is announced once.
    expect(planEventsOf(world, shop, member)).toEqual([
      ['UPGRADE', shop.plans.plus!.reference],
      ['UPGRADE', gold],
    ]);
    expect(await atProvider(world, [member.reference, middle, payReference])).toEqual([
      { plan: shop.plans.basic!.reference, status: 'UPGRADED' },
      { plan: shop.plans.plus!.reference, status: 'UPGRADED' },
      { plan: gold, status: 'ACTIVE' },
    ]);
    const charged = paidIn(await ledger(world, shop)).map(({ amount }) => amount);
    expect(charged).toEqual(['100.00', '300.00']);
    const invoices = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    const listed = (invoices.body.data as { amount: string; status: string }[]).map(
      ({ amount, status }) => `${amount} ${status}`,
    );
    expect(listed.sort()).toEqual(['100.00 PAID', '200.00 VOID', '300.00 PAID']);
  });

  it('our choice: after an early charge is recorded, and so is that, all in the millisecond of the purchase', async ({
    world,
  }) => {
    const { shop, member } = await memberWithoutNotifications(world);
    await charge(world, member.reference, 'success');
    const middle = await moveToPlan(shop, member, 'plus');
    const last = await upgradeInPanel(world, shop, { reference: middle }, 'gold');
    await world.advance(10 * MINUTE);
    expect((await read(shop, member)).data).toMatchObject({
      payReference: last,
      planReference: shop.plans.gold!.reference,
    });
    expect(world.queues.dead).toEqual([]);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    const paid = (body.data as { status: string }[]).filter(({ status }) => status === 'PAID');
    expect(paid).toHaveLength(paidIn(await ledger(world, shop)).length);
  });
});
