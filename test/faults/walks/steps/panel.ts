import { planUpdate } from '../../../../lib/account/plans.ts';
import { control } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import type { PanelSubscription } from '../../panel.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';

const ENTERED_AT_ONCE = ['WAITING', 'FAILED'];

/**
 * Notes that something was done at the panel that charges at once. If nobody tells us, it is found when the order that
 * was expected next is overdue.
 */
function noteCharge(stage: Stage, shop: Shop, { orders }: PanelSubscription): void {
  const expected = orders.filter(({ orderStatus }) => ENTERED_AT_ONCE.includes(orderStatus));
  const foundBy = Math.max(stage.now, ...expected.map(({ startPeriod }) => startPeriod));
  const isUntold = shop.unnotified || shop.trouble.wrongKey;
  shop.panelCharges.push({ at: stage.now, foundBy, isUntold });
}

/** Somebody at the provider's panel charges an order early or again, with or without success. */
export async function forceCharge(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const live = (await stage.panel(shop)).filter(
    ({ subscriptionStatus, orders }) =>
      ['ACTIVE', 'UNPAID'].includes(subscriptionStatus) && orders.length > 0,
  );
  if (live.length === 0) return false;
  await chargeAtPanel(stage, shop, dice.pick(live), dice.pick(['success', 'success', 'failure']));
  return true;
}

/** Somebody at the panel has an order charged, with this outcome. */
export async function chargeAtPanel(
  stage: Stage,
  shop: Shop,
  before: PanelSubscription,
  outcome: 'success' | 'failure',
): Promise<void> {
  const { referenceCode: reference } = before;
  noteCharge(stage, shop, before);
  const { orders } = (await control(stage.place, `/subscriptions/${reference}/charge`, {
    outcome,
  })) as Partial<PanelSubscription>;
  const attempts = (orders ?? []).flatMap(({ paymentAttempts }) => paymentAttempts);
  const paymentId = Math.max(...attempts.map((one) => one.paymentId));
  if (attempts.length > 0) shop.forced.push({ reference, paymentId, at: stage.now });
}

/** A subscription is cancelled at the provider's panel. */
export async function cancelAtPanel(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const live = (await stage.panel(shop)).filter(({ subscriptionStatus }) =>
    ['ACTIVE', 'UNPAID'].includes(subscriptionStatus),
  );
  if (live.length === 0) return false;
  const { referenceCode: reference } = dice.pick(live);
  shop.panelCancels.push({ reference, at: stage.now });
  await control(stage.place, `/subscriptions/${reference}/cancel`, {});
  return true;
}

/** A subscription is moved to another plan at the provider's panel, with the merchant's key of that time. */
export async function upgradeAtPanel(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const live = (await stage.panel(shop)).filter(({ subscriptionStatus }) => subscriptionStatus === 'ACTIVE');
  if (live.length === 0 || shop.trouble.wrongKey) return false;
  const before = dice.pick(live);
  const { referenceCode, pricingPlanReferenceCode } = before;
  const others = shop.plans.slice(0, 3).filter(({ reference }) => reference !== pricingPlanReferenceCode);
  const plan = dice.pick(others);
  const period = dice.pick(['NOW', 'NEXT_PERIOD'] as const);
  if (period === 'NOW') noteCharge(stage, shop, before);
  await stage.place.atPanel(shop).upgrade({
    reference: referenceCode,
    newPlanReference: plan.reference,
    period,
    useTrial: false,
    resetRecurrenceCount: true,
  });
  return true;
}

/** A plan is retired, or offered again. */
export async function retirePlan(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const plan = dice.pick(shop.plans);
  const active = dice.chance(0.6);
  const change = planUpdate(shop.tenant.tenantId, { ...plan, active: !active }, { active });
  await stage.place.app.table.write([change].flat());
}
