import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import {
  behave,
  ledger,
  MINUTE,
  nextOrder,
  read,
  subscribe,
  eventNamesOf,
  type Member,
} from '../../support/world/shop.ts';
import { type TestTenant } from '../../support/world/tenant.ts';
import { type Answer, type World } from '../../support/world/world.ts';

/** A change of plan during which, just before the provider makes it, the old plan is charged for once more. */
async function changedWhileRenewed(
  world: World,
  shop: TestTenant,
): Promise<{ member: Member; answer: Answer }> {
  const member = await subscribe(world, shop);
  const { startPeriod } = await nextOrder(world, member.reference);
  await world.advance(startPeriod - 1 - world.clock.now());
  const app = throughPorts(world.app, async ({ method }, effect) => {
    if (method === 'upgrade') await world.clock.advanceTo(startPeriod + 1);
    return effect();
  });
  const body = {
    'pay-subscriber-reference-code': member.reference,
    'pay-plan-reference-code': shop.plans.plus!.reference,
  };
  return {
    member,
    answer: await instanceOf(app).call('subscribers/change-plan', { headers: shop.headers, body }),
  };
}

describe('spec: PUT /subscribers', () => {
  it.for<[string, number]>([
    ['', 0],
    [' and the new one cannot be found yet', 5 * MINUTE],
  ])(
    'our choice: no renewal is lost that was charged while the plan was changed%s',
    async ([_, searchLagMs], { world, shop }) => {
      await behave(world, shop, { searchLagMs });
      const { member, answer } = await changedWhileRenewed(world, shop);
      const { payReference, newPlanReference } = answer.body.data as Record<string, string>;
      expect(payReference).not.toBe(member.reference);
      expect(newPlanReference).toBe(shop.plans.plus!.reference);
      await world.advance(15 * MINUTE);
      expect((await ledger(world, shop)).map(({ amount }) => amount)).toEqual(['100.00', '100.00', '200.00']);
      expect(eventNamesOf(world, shop, member).sort()).toEqual([
        'DID_CHANGE_RENEWAL_PREF/UPGRADE',
        'DID_RENEW/BILLING_RECOVERY',
        'DID_RENEW/BILLING_RECOVERY',
        'SUBSCRIBED/INITIAL_BUY',
      ]);
      expect((await read(shop, member)).data).toMatchObject({
        payReference,
        planReference: newPlanReference,
      });
    },
  );
});
