import { describe, expect } from 'vitest';
import { CANCELLED } from '../../../lib/billing/owed.ts';
import { recordDifferences } from '../../../lib/comparison/record-differences.ts';
import type { NewDifference } from '../../../lib/table/differences/differences.ts';
import {
  advanceToRenewal,
  control,
  DAY,
  HOUR,
  MINUTE,
  moveToPlan,
  subscribe,
} from '../../support/world/shop.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { kindsOf, night, reconcile, storedAt } from './comparison.ts';
import { it } from './fixtures.ts';

/** A member who cancelled in our records alone, then was charged for a dearer plan, which pays for longer. */
async function chargedForLonger(world: World, shop: TestTenant) {
  const member = await subscribe(world, shop);
  await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
  await world.advance(DAY);
  const reference = await moveToPlan(shop, member, 'plus');
  await world.advance(3 * MINUTE); // no notification tells of the charge: it is looked for two minutes after the change
  expect(await kindsOf(shop)).toEqual(['charged_after_cancellation']);
  return { ...member, reference };
}

/** The open charges after a cancellation, once a night has passed. */
async function openAfterNight(world: World, shop: TestTenant) {
  await night(world);
  return (await kindsOf(shop)).filter((kind) => kind === 'charged_after_cancellation');
}

describe('the nightly comparison closes a charge after a cancellation', () => {
  it('whose customer has undone the cancellation', async ({ world, shop }) => {
    const { svcId } = await chargedForLonger(world, shop);
    expect(await openAfterNight(world, shop)).toHaveLength(1);
    expect((await shop.call('subscribers/undo-cancel', { body: { 'svc-id': svcId } })).status).toBe(200);
    expect(await openAfterNight(world, shop)).toEqual([]);
  });

  it('no sooner than its record can be read', async ({ world, shop }) => {
    const { svcId, reference, ...member } = await chargedForLonger(world, shop);
    await shop.call('subscribers/undo-cancel', { body: { 'svc-id': svcId } });
    await control(world, `/subscriptions/${reference}/cancel`, {});
    const update = storedAt(shop, member);
    const plan = (await world.table.get(update, { consistent: true }))!.plan!;
    await world.table.apply({ update, set: { plan: 'no plan' } });
    expect(await openAfterNight(world, shop)).toHaveLength(1);
    await world.table.apply({ update, set: { plan } });
    expect(await openAfterNight(world, shop)).toEqual([]);
  });

  it.for([
    ['repeats the cancellation with the provider’s reference', false],
    ['cancels again after an undo', true],
  ] as const)(
    'whose customer %s, and has access until the end of what was charged',
    async ([, isUndone], { world, shop }) => {
      const { svcId, reference } = await chargedForLonger(world, shop);
      const again = isUndone ? { 'svc-id': svcId } : { 'pay-subscriber-reference-code': reference };
      if (isUndone) await shop.call('subscribers/undo-cancel', { body: again });
      await world.advance(MINUTE);
      expect((await shop.call('subscribers/cancel', { body: again })).status).toBe(200);
      expect(await openAfterNight(world, shop)).toEqual([]);
    },
  );

  it.for([
    ['which it had not been told of yet, once it charges nothing more', CANCELLED.unsent, 0],
    ['which it had carried out already, not by itself: somebody has to refund it', CANCELLED.there, 1],
  ] as const)('that the provider made after a cancellation %s', async ([, ours, left], { world, shop }) => {
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/cancel`, {});
    await reconcile(world, shop, member);
    const found: NewDifference = {
      ...{ kind: 'charged_after_cancellation', about: `${member.id}:a later order` },
      ...{ subscriberId: member.id, reference: member.reference, since: world.clock.now() },
      ...{ ours, theirs: 'charged 100.00 TRY' },
    };
    await recordDifferences(shop.app, 0, [found]);
    expect(await openAfterNight(world, shop)).toHaveLength(left);
  });
});

describe('the nightly comparison', () => {
  it('finds what ended in our records alone until it is over at the provider, also after a plan change there', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await advanceToRenewal(world, member.reference);
    await world.advance(5 * HOUR);
    const bothAfterNight = async () => {
      await night(world);
      return (await kindsOf(shop)).filter((kind) => both.includes(kind)).sort();
    };
    const both = ['charged_after_cancellation', 'status_differs'];
    expect(await bothAfterNight()).toEqual(both);
    const next = await upgradeInPanel(world, shop, member, 'plus', 'NEXT_PERIOD');
    expect(await bothAfterNight()).toEqual(both);
    await control(world, `/subscriptions/${next}/cancel`, {});
    await reconcile(world, shop, member);
    expect(await bothAfterNight()).toEqual([]);
  });
});
