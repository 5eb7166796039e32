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
  type Member,
  control,
  DAY,
  read,
  subscribe,
  byPay,
} from '../../support/world/shop.ts';
import { type TestTenant, makeTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { reconcile, storedAt } from '../../behaviour/reconciliation/comparison.ts';
import { RISING_PLANS, upgradeInPanel } from '../../support/world/panel.ts';
import { keyed } from './keyed-requests.ts';

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
    body: (_shop, member) => byPay(member),
    before: (_world, shop, member) => shop.call('subscribers/cancel', { body: byPay(member) }),
  },
  'an undone cancellation in our records': {
    route: 'subscribers/undo-cancel',
    body: (_shop, member) => byId(member),
    before: (_world, shop, member) => shop.call('subscribers/cancel', { body: byId(member) }),
  },
  'a cancellation that ended an unpaid subscription': {
    route: 'subscribers/cancel',
    body: (_shop, member) => byPay(member),
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

const change = (shop: TestTenant, { reference }: Member, plan: string) => ({
  'pay-subscriber-reference-code': reference,
  'pay-plan-reference-code': shop.plans[plan]!.reference,
});

describe('spec: Idempotency-Key, repeated after others have done the opposite', () => {
  it('our choice: a plan change is not made and charged a second time', async ({ world, shop, member }) => {
    const asked = { body: change(shop, member, 'plus'), headers: keyed('one') };
    await behave(world, shop, { loseAnswerNext: 1, path: '/upgrade', searchLagMs: 5 * MINUTE });
    expect((await shop.call('subscribers/change-plan', asked)).body.error).toBe('payment_outcome_unknown');
    await behave(world, shop, { searchLagMs: 0 });
    await world.advance(HOUR);
    const back = await shop.call('subscribers/change-plan', { body: change(shop, member, 'basic') });
    expect(back.status).toBe(200);
    await world.advance(HOUR);
    const paid = paidIn(await ledger(world, shop)).length;

    const again = await shop.call('subscribers/change-plan', asked);

    expect(again).toMatchObject({ status: 409, body: { error: 'concurrent_change' } });
    await world.advance(HOUR);
    expect(paidIn(await ledger(world, shop))).toHaveLength(paid);
  });

  it.for<[string, RouteName[]]>([
    ['an undo', ['subscribers/undo-cancel', 'subscribers/cancel']],
    ['a cancellation', ['subscribers/cancel', 'subscribers/undo-cancel']],
  ])(
    'our choice: %s is not carried out a second time',
    async ([, [route, opposite]], { world, shop, member }) => {
      const body = byPay(member);
      if (route === 'subscribers/undo-cancel') await shop.call('subscribers/cancel', { body });
      const asked = { body, headers: keyed('one') };
      expect((await shop.call(route!, asked)).status).toBe(200);
      // The process died between the change and the storing of its answer.
      await world.table.apply({ update: key.idempotency(shop.tenant.id, 'one'), set: { state: 'RUNNING' } });
      await world.advance(HOUR);
      expect((await shop.call(opposite!, { body })).status).toBe(200);
      const { cancelAtPeriodEnd } = (await read(shop, member)).data;
      await world.advance(HOUR);

      const again = await shop.call(route!, asked);

      expect(again).toMatchObject({ status: 409, body: { error: 'concurrent_change' } });
      expect((await read(shop, member)).data.cancelAtPeriodEnd).toBe(cancelAtPeriodEnd);
    },
  );
});

describe('spec: Idempotency-Key, of an undo, repeated after a cancellation in the provider’s panel', () => {
  it('our choice: it is told that it comes too late, and not of a request that nobody made', async ({
    world,
    shop,
    member,
  }) => {
    const asked = { body: { 'svc-id': member.svcId }, headers: keyed('one') };
    expect((await shop.call('subscribers/undo-cancel', asked)).body.error).toBe('not_cancelled');
    await world.advance(MINUTE);
    await control(world, `/subscriptions/${member.reference}/cancel`, {});
    await reconcile(world, shop, member);
    expect((await read(shop, member)).data.cancelAtPeriodEnd).toBe(true);

    const again = await shop.call('subscribers/undo-cancel', asked);

    expect(again).toMatchObject({ status: 409, body: { error: 'undo_window_closed' } });
  });
});

describe('spec: Idempotency-Key, used by the corrected request', () => {
  it('our choice: that is judged as of its own time, whatever was done since the first attempt', async ({
    world,
  }) => {
    const shop = await makeTenant(world, { plans: RISING_PLANS });
    const member = await subscribe(world, shop);
    const ask = (plan: string, headers?: Record<string, string>) =>
      shop.call('subscribers/change-plan', { body: change(shop, member, plan), ...(headers && { headers }) });
    await behave(world, shop, { failNext: 100 });
    expect((await ask('plus', keyed('one'))).status).toBeGreaterThanOrEqual(500);
    await behave(world, shop, { failNext: 0 });
    await world.advance(HOUR);
    await world.table.write(planChanges(shop.tenant.id, { ...shop.plans.plus!, active: false }));
    expect((await ask('plus', keyed('one'))).body.error).toBe('plan_inactive');
    expect((await ask('gold')).status).toBe(200);
    await world.advance(HOUR);

    expect((await ask('basic', keyed('one'))).status).toBe(200);
  });
});

describe('spec: Idempotency-Key, repeated after a plan change in the provider’s panel', () => {
  it('our choice: its own change is not made again after one there that followed it, however often it is repeated', async ({
    world,
  }) => {
    const shop = await makeTenant(world, { plans: RISING_PLANS });
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const asked = { body: change(shop, member, 'plus'), headers: keyed('one') };
    const ask = async () => (await shop.call('subscribers/change-plan', asked)).body.error;
    await behave(world, shop, { loseAnswerNext: 1, path: '/upgrade', searchLagMs: HOUR });
    expect(await ask()).toBe('payment_outcome_unknown');
    const all = await control(world, `/subscriptions?merchantId=${shop.credentials.merchantId}`);
    const made = (all as unknown as { referenceCode: string }[]).find(
      ({ referenceCode }) => referenceCode !== member.reference,
    );
    await world.clock.advanceTo(world.clock.now() + 1000);
    await upgradeInPanel(world, shop, { reference: made!.referenceCode }, 'gold');
    await behave(world, shop, { searchLagMs: 0 });
    expect(await ask()).toBe('concurrent_change');
    await world.advance(HOUR);
    expect((await read(shop, member)).data.planReference).toBe(shop.plans.gold!.reference);

    expect(await ask()).toBe('concurrent_change');
    await world.advance(HOUR);
    expect(paidIn(await ledger(world, shop))).toHaveLength(3);
  });

  it.for([
    ['before the request, and recorded after it', [MINUTE, 5 * MINUTE], 200],
    ['before the request, and found by the repetition', [33 * DAY, MINUTE], 200],
    ['after the request', [-MINUTE, 5 * MINUTE], 409],
  ] as const)('our choice: one made %s', async ([, [lead, wait], status], { world }) => {
    const shop = await makeTenant(world, { plans: RISING_PLANS });
    const member = await subscribe(world, shop);
    await behave(world, shop, { dropNotifications: true });
    await world.advance(DAY);
    const asked = { body: change(shop, member, 'gold'), headers: keyed('one') };
    const ask = () => shop.call('subscribers/change-plan', asked);
    if (lead > 0) await upgradeInPanel(world, shop, member);
    await world.clock.advanceTo(world.clock.now() + Math.max(lead, 0));
    await behave(world, shop, { failNext: 100 });
    expect((await ask()).status).toBeGreaterThanOrEqual(500);
    await behave(world, shop, { failNext: 0 });
    await world.clock.advanceTo(world.clock.now() + Math.max(-lead, 0));
    if (lead < 0) await upgradeInPanel(world, shop, member);
    if (wait > MINUTE) await world.advance(wait);
    else await world.clock.advanceTo(world.clock.now() + wait);

    expect((await ask()).status).toBe(status);
    await world.advance(HOUR);
    const { planReference } = (await read(shop, member)).data;
    expect(planReference).toBe(shop.plans[status === 200 ? 'gold' : 'plus']!.reference);
  });

  it('our choice: its own change counts, also if the provider’s clock is two minutes slow', async ({
    world,
    shop,
    member,
  }) => {
    const asked = { body: change(shop, member, 'plus'), headers: keyed('one') };
    await behave(world, shop, { loseAnswerNext: 1, path: '/upgrade', searchLagMs: 5 * MINUTE });
    const since = world.clock.now();
    expect((await shop.call('subscribers/change-plan', asked)).status).toBe(504);
    await behave(world, shop, { searchLagMs: 0 });
    await world.advance(HOUR);
    const slow = { planChangedAt: since - 2 * MINUTE };
    await world.table.apply({ update: storedAt(shop, member), set: slow });

    expect((await shop.call('subscribers/change-plan', asked)).status).toBe(200);
  });
});
