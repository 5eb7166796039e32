import type { PlanRef, SubscriberRef } from '../billing/identifiers.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { accessIsOver, cancelIsDue } from '../billing/cancellation.ts';
import { checkPlanChange } from '../billing/plan-change.ts';
import { previewPlanChange, type PlanPreview, type PlanQuestion } from '../billing/plan-preview.ts';
import { periodIsStale, type Subscription } from '../billing/subscription.ts';
import { PREVIEW_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { lookUpPlan } from '../table/subscribers/plans.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { findWithPlan } from './find.ts';
import { upToDate } from './up-to-date.ts';

/** A plan change to preview. */
export interface PreviewRequest extends Pick<PlanQuestion, 'upgradePeriod' | 'useTrial'> {
  readonly subscriber: SubscriberRef;
  readonly plan: PlanRef;
}

/** What the change would do, and the id that holds it to that. */
export interface BoundPreview {
  readonly subscription: Subscription;
  readonly to: PlanQuestion['to'];
  readonly preview: PlanPreview;
  /** Null if the change would be refused as it stands. */
  readonly previewId: string | null;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/**
 * Says what a plan change would do, from a record as recent as the change itself would have it. Throws what stands in the
 * way of any change: `plan_not_found`, `subscriber_not_found`, `already_ended`, `same_plan`, `plan_change_refused`, and
 * the refusals of a provider call.
 */
export async function previewChange(
  app: SubscriptionApp,
  tenant: Tenant,
  request: PreviewRequest,
): Promise<BoundPreview> {
  const { found, plan: to } = await findWithPlan(app, tenant.id, request);
  const { by } = request.subscriber;
  const now = app.clock();
  const isBehind = (one: Subscription) =>
    by === 'pay' && (one.status === 'PAYMENT_FAILED' || periodIsStale(one, now) || cancelIsDue(one, now));
  const { subscription } = await upToDate(app, tenant, found, { isBehind });
  if (accessIsOver(subscription, now)) throw new Refusal('already_ended');
  const isPossible = to.active && to.currency === subscription.plan.currency;
  if (isPossible) checkPlanChange(subscription, { ...request, to, by });
  if (by === 'pay' && cancelIsDue(subscription, now)) throw new Refusal('plan_change_refused');
  const { payPlanReference: reference } = subscription;
  const from = by === 'pay' ? await lookUpPlan(app, tenant.id, { by, reference }) : undefined;
  const question = { ...request, by, to, from };
  const expiresAt = now + PREVIEW_MS;
  return {
    subscription,
    to,
    preview: previewPlanChange(subscription, question, now),
    previewId: isPossible ? idOf(subscription, question, expiresAt) : null,
    expiresAt,
  };
}

/** What of a question its preview is bound to; which plan is left is known of the subscription. */
type BoundQuestion = Omit<PlanQuestion, 'from'>;

/** Holds a plan change to its preview. Throws `preview_outdated` if its outcome may differ now, or the time is over. */
export function refuseOutdated(
  previewId: string | undefined,
  subscription: Subscription,
  question: BoundQuestion,
  now: number,
): void {
  if (previewId === undefined) return;
  const expiresAt = Number(/^prv_(\d{13})_/.exec(previewId)?.[1] ?? 0);
  if (now >= expiresAt || previewId !== idOf(subscription, question, expiresAt))
    throw new Refusal('preview_outdated');
}

/** Names all that the outcome depends on: whatever of it changes gives another id. */
function idOf(subscription: Subscription, question: BoundQuestion, expiresAt: number): string {
  const { id, payReference, payPlanReference, status, periodStart, periodEnd } = subscription;
  const { plan, nextPlan, cancellation, failedOrder } = subscription;
  const { by, to, upgradePeriod, useTrial } = question;
  const { price, currency, interval, intervalCount, trialDays, active } = to;
  const dependsOn = {
    subscription: { id, payReference, payPlanReference, status, periodStart, periodEnd, failedOrder },
    plans: [plan.id, nextPlan?.plan.id ?? null],
    cancellation: cancellation && { at: cancellation.at, by: cancellation.by },
    to: { id: to.id, price, currency, interval, intervalCount, trialDays, active },
    asked: { by, upgradePeriod, useTrial },
    expiresAt,
  };
  return `prv_${expiresAt}_${fingerprintOf(dependsOn).slice(0, 32)}`;
}
