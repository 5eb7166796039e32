import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throughPorts } from '../faults/ports.ts';
import { instanceOf } from '../world/instance.ts';
import {
  behave,
  ledger,
  MINUTE,
  nextOrder,
  read,
  subscribe,
  eventNamesOf,
  type Member,
} from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';
import { startWorld, type Answer, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A change of plan during which, just before the provider makes it, the old plan is charged for once more. */
async function changedWhileRenewed(): Promise<{ member: Member; answer: Answer }> {
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

describe('PUT /subscribers', () => {
  it.each([
    ['', 0],
    [' and the new one cannot be found yet', 5 * MINUTE],
  ])(
    'our choice: no renewal is lost that was charged while the plan was changed%s',
    async (_, searchLagMs) => {
      shop = await makeTenant(world);
      await behave(world, shop, { searchLagMs });
      const { member, answer } = await changedWhileRenewed();
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
