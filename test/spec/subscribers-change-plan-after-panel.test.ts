import { describe, expect } from 'vitest';
import { it } from '../world/fixtures.ts';
import { upgradeInPanel } from '../world/panel.ts';
import { behave, DAY, eventNamesOf, ledger, MINUTE, paidIn, subscribe } from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';

const known = async (shop: TestTenant, reference: string) => {
  const { body } = await shop.call('subscribers/get', { query: { 'pay-subscriber-code': reference } });
  return (body.data as { id: string } | undefined)?.id;
};

describe('PUT /subscribers after a plan change in the provider’s panel', () => {
  it.for(['NOW', 'NEXT_PERIOD'] as const)(
    'our choice: to a third plan is carried out at once, although nobody told of that change (%s)',
    async (period, { world }) => {
      const shop = await makeTenant(world, {
        plans: ['basic', 'plus', 'gold'].map((name, nth) => ({ name, price: `${nth + 1}00.00` })),
      });
      const member = await subscribe(world, shop);
      await behave(world, shop, { dropNotifications: true });
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
    const shop = await makeTenant(world, {
      plans: ['basic', 'plus', 'gold'].map((name, nth) => ({ name, price: `${nth + 1}00.00` })),
    });
    const member = await subscribe(world, shop);
    await behave(world, shop, { dropNotifications: true });
    await world.advance(DAY);
    const change = (ids: Record<string, string>) => shop.call('subscribers/change-plan', { body: ids });
    const inRecords = { 'svc-subscriber-id': member.svcId, 'svc-plan-id': shop.plans.plus!.id };
    expect((await change(inRecords)).status).toBe(200);
    await upgradeInPanel(world, shop, member, 'plus');
    const { status } = await change({
      'pay-subscriber-reference-code': member.reference,
      'pay-plan-reference-code': shop.plans.gold!.reference,
    });
    expect(status).toBe(200);
  });
});
