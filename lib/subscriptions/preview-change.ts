import type { CoreApp, SubscriptionApp, WithTenant } from '../runtime/app.ts';
import { previewPlanChange, type PlanPreview, type PlanQuestion } from '../billing/plan-preview.ts';
import type { Subscription } from '../billing/subscription.ts';
import { inFrame } from '../frame.ts';
import { PREVIEW_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { lookUpPlan } from '../table/subscribers/plans.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { asDecidedOn, behind, refuseImpossible, requestName, type AskedPlan } from './decide-plan-change.ts';
import { findWithPlan } from './find.ts';

/** A plan change whose outcome is asked for. */
export type PreviewRequest = Omit<AskedPlan, 'previewId'>;

/** What the change would do, and the id that holds it to that. */
export interface BoundPreview {
  readonly subscription: Subscription;
  readonly to: PlanQuestion['to'];
  readonly preview: PlanPreview;
  readonly previewId: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/**
 * Says what a plan change would do, from the record that the change itself would be decided by. Throws what the change
 * would be refused with by our own rules: `plan_not_found`, `subscriber_not_found`, `concurrent_change`,
 * `payment_outcome_unknown`, `plan_inactive`, `already_ended`, `same_plan`, `currency_mismatch`, `plan_change_refused`,
 * and the refusals of a provider call.
 */
export async function previewChange(
  app: SubscriptionApp & WithTenant,
  request: PreviewRequest,
): Promise<BoundPreview> {
  return inFrame(app, { verb: 'preview-change', ref: request.subscriber }, async (frame) => {
    const { found, plan: to } = await findWithPlan(app, request);
    const { by } = request.subscriber;
    const as = requestName({ ...request, by, to });
    frame.wants(as);
    const current = await asDecidedOn(frame, frame.found(found), { by, to, as });
    const { subscription } = current;
    return frame.answer('answered', current, await boundPreview(app, request, { subscription, to }));
  });
}

/** The same by the record as it is, for a page; undefined where the provider would have to be read first. */
export async function previewRecorded(
  app: CoreApp & WithTenant,
  request: PreviewRequest,
): Promise<BoundPreview | undefined> {
  const { found, plan: to } = await findWithPlan(app, request);
  const { subscription } = found;
  if (request.subscriber.by === 'pay' && behind(subscription, to, app.clock())) return undefined;
  return boundPreview(app, request, { subscription, to });
}

async function boundPreview(
  app: CoreApp & WithTenant,
  request: PreviewRequest,
  { subscription, to }: Pick<BoundPreview, 'subscription' | 'to'>,
): Promise<BoundPreview> {
  const { by } = request.subscriber;
  const now = app.clock();
  refuseImpossible(subscription, { ...request, by, to }, now);
  const { payPlanReference: reference } = subscription;
  const from = by === 'pay' ? await lookUpPlan(app, { by, reference }) : undefined;
  const question = { ...request, by, to, from };
  const expiresAt = now + PREVIEW_MS;
  return {
    subscription,
    to,
    preview: previewPlanChange(subscription, question, now),
    previewId: idOf(subscription, question, { now, expiresAt }),
    expiresAt,
  };
}

/** Holds a plan change to its preview. Throws `preview_outdated` if its outcome may differ now, or the time is over. */
export function refuseOutdated(
  previewId: string | undefined,
  subscription: Subscription,
  question: Omit<PlanQuestion, 'from'>,
  now: number,
): void {
  if (previewId === undefined) return;
  const expiresAt = Number(/^prv_(\d{13})_/.exec(previewId)?.[1] ?? 0);
  if (now >= expiresAt || previewId !== idOf(subscription, question, { now, expiresAt }))
    throw new Refusal('preview_outdated');
}

/**
 * Names all that the outcome depends on, and how sure it is: whatever of it changes gives another id. Times and what is lost move
 * with the moment alone.
 */
function idOf(
  subscription: Subscription,
  question: Omit<PlanQuestion, 'from'>,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): string {
  const { id, payReference, payPlanReference, status, periodStart, periodEnd } = subscription;
  const { plan, nextPlan, cancellation, failedOrder } = subscription;
  const { by, to, upgradePeriod, useTrial } = question;
  const { price, currency, interval, intervalCount, trialDays, active } = to;
  const { direction, charge, nextPayment, inexact, isDayOpen, warnings } = previewPlanChange(
    subscription,
    { ...question, from: undefined },
    now,
  );
  const dependsOn = {
    subscription: { id, payReference, payPlanReference, status, periodStart, periodEnd, failedOrder },
    plans: [plan.id, nextPlan?.plan.id ?? null],
    cancellation: cancellation && { at: cancellation.at, by: cancellation.by },
    to: { id: to.id, price, currency, interval, intervalCount, trialDays, active },
    asked: { by, upgradePeriod, useTrial },
    outcome: {
      direction,
      isCharged: charge !== null,
      isPaidLater: nextPayment !== null,
      inexact,
      isDayOpen,
      warnings,
    },
    expiresAt,
  };
  return `prv_${expiresAt}_${fingerprintOf(dependsOn).slice(0, 32)}`;
}
