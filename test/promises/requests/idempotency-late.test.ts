import { describe, expect } from 'vitest';
import type { RouteName } from '../../../functions/routes.ts';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import { key } from '../../../lib/table/schema.ts';
import { it } from '../../support/world/fixtures.ts';
import {
  advanceToRenewal,
  behave,
  charge,
  eventNamesOf,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
} from '../../support/world/shop.ts';
import type { Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { keyed } from './keyed-requests.ts';

const byReference = ({ reference }: Member) => ({ 'pay-subscriber-reference-code': reference });
const byId = ({ svcId }: Member) => ({ 'svc-id': svcId });
const toPlus = (shop: TestTenant, { reference }: Member) => ({
  'pay-subscriber-reference-code': reference,
  'pay-plan-reference-code': shop.plans.plus!.reference,
});

/** The process died between the change and the storing of its answer; the key can be used again after a minute. */
async function forgetAnswer(world: World, shop: TestTenant): Promise<void> {
  await world.table.apply({ update: key.idempotency(shop.tenant.id, 'one'), set: { state: 'RUNNING' } });
  await world.advance(HOUR);
}

interface Lost {
  readonly route: RouteName;
  readonly body: (shop: TestTenant, member: Member) => Record<string, unknown>;
  readonly before?: (world: World, shop: TestTenant, member: Member) => Promise<unknown>;
}

const LOST: Readonly<Record<string, Lost>> = {
  'a plan change at the provider': { route: 'subscribers/change-plan', body: toPlus },
  'a plan change for the next period': {
    route: 'subscribers/change-plan',
    body: (shop, member) => ({ ...toPlus(shop, member), upgradePeriod: 'NEXT_PERIOD' }),
  },
  'a plan change in our records': {
    route: 'subscribers/change-plan',
    body: (shop, { svcId }) => ({ 'svc-subscriber-id': svcId, 'svc-plan-id': shop.plans.plus!.id }),
  },
  'an undone cancellation': {
    route: 'subscribers/undo-cancel',
    body: (_shop, member) => byReference(member),
    before: (_world, shop, member) => shop.call('subscribers/cancel', { body: byReference(member) }),
  },
  'an undone cancellation in our records': {
    route: 'subscribers/undo-cancel',
    body: (_shop, member) => byId(member),
    before: (_world, shop, member) => shop.call('subscribers/cancel', { body: byId(member) }),
  },
  'a cancellation that ended an unpaid subscription': {
    route: 'subscribers/cancel',
    body: (_shop, member) => byReference(member),
    before: async (world, _shop, { reference }) => {
      await advanceToRenewal(world, reference);
      await charge(world, reference, 'failure');
      await world.settle();
    },
  },
};

describe('spec: Idempotency-Key, an hour after an answer was lost', () => {
  it.for(Object.entries(LOST))(
    'our choice: what was done is answered as done, once: %s',
    async ([, { route, body, before }], { world, shop, member }) => {
      await before?.(world, shop, member);
      const asked = { body: body(shop, member), headers: keyed('one') };
      const first = await shop.call(route, asked);
      await forgetAnswer(world, shop);
      const heard = eventNamesOf(world, shop, member);
      const paid = paidIn(await ledger(world, shop)).length;
      const again = await shop.call(route, asked);
      expect(first.status).toBe(200);
      expect(again).toMatchObject({
        status: 200,
        headers: expect.not.objectContaining({ 'idempotent-replayed': 'true' }) as unknown,
      });
      expect(again.body.message).toBe(first.body.message);
      expect(await shop.call(route, asked)).toMatchObject({
        text: again.text,
        headers: { 'idempotent-replayed': 'true' },
      });
      await world.advance(5 * MINUTE);
      expect(eventNamesOf(world, shop, member)).toEqual(heard);
      expect(paidIn(await ledger(world, shop))).toHaveLength(paid);
    },
  );

  it('our choice: a plan change of unknown outcome that was found since is answered as made, also if the plan was closed', async ({
    world,
    shop,
    member,
  }) => {
    const plus = shop.plans.plus!;
    const asked = { body: toPlus(shop, member), headers: keyed('one') };
    await behave(world, shop, { loseAnswerNext: 1, path: '/upgrade', searchLagMs: HOUR });
    expect((await shop.call('subscribers/change-plan', asked)).body.error).toBe('payment_outcome_unknown');
    await behave(world, shop, { searchLagMs: 0 });
    await world.advance(HOUR);
    await world.table.write(planChanges(shop.tenant.id, { ...plus, active: false }));
    expect(await shop.call('subscribers/change-plan', asked)).toMatchObject({
      status: 200,
      body: { data: { newPlanReference: plus.reference, syncedWithPay: true, charge: { amount: '200.00' } } },
    });
    expect(paidIn(await ledger(world, shop)).map(({ amount }) => amount)).toEqual(['100.00', '200.00']);
  });

  it('our choice: a plan change that was made is answered as made, although the plan was closed meanwhile', async ({
    world,
    shop,
    member,
  }) => {
    const asked = { body: toPlus(shop, member), headers: keyed('one') };
    await behave(world, shop, { loseAnswerNext: 1, path: '/upgrade', searchLagMs: HOUR });
    expect((await shop.call('subscribers/change-plan', asked)).body.error).toBe('payment_outcome_unknown');
    await world.table.write(planChanges(shop.tenant.id, { ...shop.plans.plus!, active: false }));
    expect((await shop.call('subscribers/change-plan', asked)).body.error).toBe('payment_outcome_unknown');
    await behave(world, shop, { searchLagMs: 0 });
    await world.advance(HOUR);
    expect((await shop.call('subscribers/change-plan', asked)).status).toBe(200);
    expect(paidIn(await ledger(world, shop)).map(({ amount }) => amount)).toEqual(['100.00', '200.00']);
  });
});
