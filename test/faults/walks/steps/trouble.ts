import { planUpdate } from '../../../../lib/account/plans.ts';
import { behave, control } from '../../../world/shop.ts';
import type { Dice } from '../../delivery/dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { WAYS } from '../trouble.ts';

/** By then the provider has sent its notification of a charge, signed with the key of that time. */
const NOTIFIED_WITHIN_MS = 40 * 60_000;

/** The next calls to the provider go wrong, each in a way of its own; some in between go well. */
export async function troubleNext(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const calls = dice.between(1, 4);
  for (let call = 0; call < calls; call++) shop.trouble.next.push(dice.pick(WAYS));
  shop.trouble.note(stage.now);
}

/** Every call goes wrong in one way, until that is lifted. */
export async function troubleLasting(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  shop.trouble.lasting = dice.pick(WAYS);
  shop.trouble.note(stage.now);
}

export async function slowDown(_: Stage, shop: Shop, dice: Dice): Promise<void> {
  shop.trouble.slowMs = dice.pick([0, 2_000, 9_000]);
}

/** The merchant changes its key at the provider, and tells us only later. */
export async function changeKey(stage: Stage, shop: Shop): Promise<void> {
  if (stage.now - shop.forcedAt < NOTIFIED_WITHIN_MS) return;
  shop.trouble.wrongKey = true;
  shop.trouble.note(stage.now);
  await setKey(stage, shop, `changed-${stage.step}`);
}

/** All that was wrong at the provider is right again. */
export async function mend(stage: Stage, shop: Shop): Promise<void> {
  shop.trouble.heal(stage.now);
  await setKey(stage, shop, shop.tenant.credentials.secretKey);
}

async function setKey(stage: Stage, shop: Shop, secretKey: string): Promise<void> {
  const { apiKey } = shop.tenant.credentials;
  await control(stage.world, '/merchants', { apiKey, secretKey });
}

/** Notifications are dropped, doubled, delayed or delivered as they should be. */
export async function disturbNotifications(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const drawn = dice.pick(['dropped', 'doubled', 'late', 'usual']);
  const how = drawn === 'dropped' && stage.now - shop.forcedAt < NOTIFIED_WITHIN_MS ? 'usual' : drawn;
  shop.unnotified = how === 'dropped';
  await behave(stage.world, shop.tenant, {
    dropNotifications: how === 'dropped',
    duplicateNotifications: how === 'doubled',
    reorderNotifications: how === 'late',
  });
}

/** What the provider shows of a purchase lags behind. */
export async function lag(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const completionLagMs = dice.pick([0, 0, 30_000]);
  const searchLagMs = dice.pick([0, 60_000, 300_000]);
  shop.lags = completionLagMs > 0;
  shop.searchLagMs = searchLagMs;
  await behave(stage.world, shop.tenant, { completionLagMs, searchLagMs });
}

export async function switchReceiver(_: Stage, shop: Shop, dice: Dice): Promise<void> {
  shop.receiver = dice.pick(['up', 'refusing', 'silent']);
}

/**
 * Somebody at the provider's panel charges an order early or again, with or without success. Not where nobody would tell
 * us: such a charge is found when its period begins, which may be after the walk.
 */
export async function forceCharge(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  if (shop.unnotified || shop.trouble.wrongKey) return;
  const live = (await stage.panel(shop)).filter(
    ({ subscriptionStatus, orders }) =>
      ['ACTIVE', 'UNPAID'].includes(subscriptionStatus) && orders.length > 0,
  );
  if (live.length === 0) return;
  const { referenceCode } = dice.pick(live);
  shop.forced.push(referenceCode);
  shop.forcedAt = stage.now;
  await control(stage.world, `/subscriptions/${referenceCode}/charge`, {
    outcome: dice.pick(['success', 'success', 'failure']),
  });
}

/** A subscription is cancelled at the provider's panel. */
export async function cancelAtPanel(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const live = (await stage.panel(shop)).filter(({ subscriptionStatus }) =>
    ['ACTIVE', 'UNPAID'].includes(subscriptionStatus),
  );
  if (live.length > 0)
    await control(stage.world, `/subscriptions/${dice.pick(live).referenceCode}/cancel`, {});
}

/** A subscription is moved to another plan at the provider's panel; at once only where we are told of the charge, as above. */
export async function upgradeAtPanel(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const live = (await stage.panel(shop)).filter(({ subscriptionStatus }) => subscriptionStatus === 'ACTIVE');
  if (live.length === 0) return;
  const { referenceCode, pricingPlanReferenceCode } = dice.pick(live);
  const others = shop.plans.slice(0, 3).filter(({ reference }) => reference !== pricingPlanReferenceCode);
  const plan = dice.pick(others);
  if (shop.trouble.wrongKey) return;
  const period = shop.unnotified ? 'NEXT_PERIOD' : dice.pick(['NOW', 'NEXT_PERIOD'] as const);
  if (period === 'NOW') shop.forcedAt = stage.now;
  const { credentials } = shop.tenant;
  await stage.world.app.pay({ ...credentials, baseUrl: stage.world.pay.url }).upgrade({
    reference: referenceCode,
    newPlanReference: plan.reference,
    period,
    useTrial: false,
    resetRecurrenceCount: true,
  });
}

/** A plan is retired, or offered again. */
export async function retirePlan(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const { id } = shop.tenant.tenant;
  const plan = dice.pick(shop.plans);
  const active = dice.chance(0.6);
  await stage.world.table.write(planUpdate(id, { ...plan, active: !active }, { active }));
}
