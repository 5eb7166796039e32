import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { memberWithoutNotifications, upgradeInPanel } from '../../support/world/panel.ts';
import { DAY, eventNamesOf, ledger, MINUTE, paidIn, toPlan } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';

const known = async (shop: TestTenant, reference: string) => {
  const { body } = await shop.call('subscribers/get', { query: { 'pay-subscriber-code': reference } });
  return (body.data as { id: string } | undefined)?.id;
};

describe('spec: PUT /subscribers after a plan change in the provider’s panel', () => {
  it.for(['NOW', 'NEXT_PERIOD'] as const)(
    'our choice: to a third plan is carried out at once, although nobody told of that change (%s)',
    async (period, { world }) => {
      const { shop, member } = await memberWithoutNotifications(world);
      await world.advance(DAY);
      const middle = await upgradeInPanel(world, shop, member, 'plus', period);
      await world.clock.advanceTo(world.clock.now() + MINUTE);
      const answer = await shop.call('subscribers/change-plan', {
        body: toPlan(shop, member, 'gold'),
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
});
