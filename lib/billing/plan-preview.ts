import { DAY_MS } from '../limits.ts';
import { isDayKnown, periodAfter } from './calendar.ts';
import { cents, decimal } from './money.ts';
import { hasPlan } from './next-step.ts';
import { changeKind, type PlanRequest } from './plan-change.ts';
import { comingPlan } from './plan-in-force.ts';
import { hasSameInterval, type Plan, type PlanTerms } from './plan.ts';
import type { Subscription } from './subscription.ts';

/** A plan change that is only asked about. */
export interface PlanQuestion extends Pick<PlanRequest, 'by' | 'upgradePeriod' | 'useTrial'> {
  readonly to: PlanTerms & Pick<Plan, 'active' | 'productReference'>;
  /** The plan that the provider has now; undefined where only our records change, or it is not on them. */
  readonly from: Plan | undefined;
}

/** What somebody should know before a plan change. */
export const PLAN_WARNINGS = [
  'cancellation_kept',
  'payment_failed',
  'trial_given_up',
  'paid_days_given_up',
  'other_product',
  'other_interval',
] as const;
/** Something to know before a plan change. */
export type PlanWarning = (typeof PLAN_WARNINGS)[number];

/** Money that will be charged, and when (epoch ms). */
export interface Payment {
  readonly amount: string;
  readonly currency: string;
  readonly at: number;
}

/** What a plan change would do. Times are epoch ms. */
export interface PlanPreview {
  readonly direction: 'UPGRADE' | 'DOWNGRADE';
  /** When the plan would be in force; null if a cancellation ends the subscription before. */
  readonly effectiveAt: number | null;
  /** What is charged at once; null for nothing. */
  readonly charge: Payment | null;
  /** The charge after that; null if none will be tried, or if it is not known. */
  readonly nextPayment: Payment | null;
  /** What is given up of the paid period, since the provider credits nothing. */
  readonly lost: { readonly days: number; readonly amount: string };
  readonly warnings: readonly PlanWarning[];
  /** Why it cannot be known; null if amounts and days are exact. */
  readonly inexact: string | null;
  /** Whether it is the day of the next charge alone that cannot be known. */
  readonly isDayOpen: boolean;
}

const NOTHING_LOST = { days: 0, amount: '0.00' } as const;

/**
 * What a plan change would charge now and next. The provider charges a full new period and credits nothing of the one that
 * runs; a trial is free to its end. With our ids only our records change, and the provider charges as before.
 */
export function previewPlanChange(
  subscription: Subscription,
  question: PlanQuestion,
  now: number,
): PlanPreview {
  const { to } = question;
  const effectiveAt = effectiveFrom(subscription, question, now);
  const isOurs = isInOurRecordsAlone(subscription, question, now);
  const runs = effectiveAt === now && !isOurs ? runningPeriod(subscription, now) : undefined;
  const warnings = warningsOf(subscription, question, runs);
  const outlook = { direction: directionOf(subscription, to), effectiveAt, warnings };
  if (isOurs)
    return {
      ...{ ...outlook, charge: null, lost: NOTHING_LOST, isDayOpen: false },
      ...chargedAsBefore(subscription, to),
    };
  const payments = paymentsOf(subscription, question, effectiveAt, now);
  const unknown = unknowable(subscription, question, now);
  const isDayOpen = unknown === null && !isNextDayKnown(payments, to);
  return { ...outlook, ...payments, lost: lostOf(runs), inexact: isDayOpen ? DAY_OPEN : unknown, isDayOpen };
}

/** Whether the provider is not asked for the change: it was named by our ids, or the provider charges that plan already. */
function isInOurRecordsAlone(one: Subscription, question: PlanQuestion, now: number): boolean {
  const startAt = one.nextPlan?.from ?? now;
  return question.by === 'svc' || hasPlan({ planReference: one.payPlanReference, startAt }, question, now);
}

const directionOf = (subscription: Subscription, to: PlanTerms) =>
  changeKind((comingPlan(subscription) ?? subscription).plan, to);

function effectiveFrom(
  { periodEnd, cancellation }: Subscription,
  { by, upgradePeriod }: PlanQuestion,
  now: number,
): number | null {
  if (by === 'svc' || upgradePeriod === 'NOW' || periodEnd === null || periodEnd <= now) return now;
  return cancellation ? null : periodEnd;
}

/** The provider's charges of the new plan: one at once and one after it, or only a later one. */
function paymentsOf(
  { cancellation }: Subscription,
  { to, useTrial }: PlanQuestion,
  effectiveAt: number | null,
  now: number,
): Pick<PlanPreview, 'charge' | 'nextPayment'> {
  if (effectiveAt === null) return { charge: null, nextPayment: null };
  const trialMs = useTrial ? to.trialDays * DAY_MS : 0;
  const [first, isNow] = [effectiveAt + trialMs, effectiveAt + trialMs === now];
  const payment = (at: number): Payment => ({ amount: to.price, currency: to.currency, at });
  const next = isNow ? periodAfter(first, to) : first;
  return { charge: isNow ? payment(now) : null, nextPayment: cancellation ? null : payment(next) };
}

/** A change in our records alone: the provider goes on with the plan that it has. */
function chargedAsBefore(one: Subscription, to: PlanTerms): Pick<PlanPreview, 'nextPayment' | 'inexact'> {
  const { periodEnd: at, cancellation, plan, nextPlan, payPlanReference } = one;
  const charged = [nextPlan?.plan, plan, to].find((terms) => terms?.reference === payPlanReference);
  if (cancellation?.by === 'pay') return { nextPayment: null, inexact: null };
  if (!charged || at === null)
    return { nextPayment: null, inexact: 'What the payment provider charges next is not on our records.' };
  const inexact = one.status === 'PAYMENT_FAILED' ? FAILED : null;
  return { nextPayment: { amount: charged.price, currency: charged.currency, at }, inexact };
}

const FAILED = 'A payment has failed, and may still be collected beside the change.';

const OTHER_PRODUCT = 'The payment provider may refuse another product.';
const OTHER_INTERVAL = 'The payment provider may refuse another interval.';

const TRIAL_COMES =
  'Another plan is to come, perhaps with a trial first, and from when the payment provider then counts is not known.';

const DAY_OPEN =
  'In which zone the payment provider counts months is not known, so the next charge may be made on another day.';

/** Whether the day of the charge after one that is made at once is known; each other is on record. */
const isNextDayKnown = (
  { charge, nextPayment }: Pick<PlanPreview, 'charge' | 'nextPayment'>,
  to: PlanTerms,
) => charge === null || nextPayment === null || isDayKnown(charge.at, to);

const DUE = 'A charge that is due is not on our records yet, and may be made beside the change.';

/** Whether an order, or the first one of an earlier plan change, is due and nothing of it is on record yet. */
function isChargeDue(
  { nextOrderAt, planChangedAt, nextPlan, cancellation, openReferences, payReference }: Subscription,
  now: number,
): boolean {
  if (nextOrderAt !== null) return nextOrderAt <= now;
  const isFirst = openReferences.some(
    ({ reference, recordedBefore }) => reference === payReference && recordedBefore === 0,
  );
  return isFirst && planChangedAt !== null && nextPlan === null && cancellation === null;
}

const isOfOtherProduct = ({ from, to }: PlanQuestion): boolean =>
  from !== undefined && from.productReference !== to.productReference;
const isOfOtherInterval = ({ from, to }: PlanQuestion): boolean =>
  from !== undefined && !hasSameInterval(from, to);

function unknowable(subscription: Subscription, question: PlanQuestion, now: number): string | null {
  const { to, upgradePeriod } = question;
  const { status, periodEnd, nextOrderAt } = subscription;
  if (cents(to.price) === undefined) return 'The price of the plan is no whole number of cents.';
  if (isOfOtherInterval(question)) return OTHER_INTERVAL;
  if (isOfOtherProduct(question)) return OTHER_PRODUCT;
  if (status === 'PAYMENT_FAILED') return FAILED;
  if (status === 'PENDING') return 'The subscription has not begun.';
  if (isChargeDue(subscription, now)) return DUE;
  const mayTrialCome =
    (comingPlan(subscription)?.plan.trialDays ?? 0) > 0 || (nextOrderAt ?? 0) > (periodEnd ?? 0) + DAY_MS;
  if (upgradePeriod === 'NEXT_PERIOD' && periodEnd !== null && mayTrialCome) return TRIAL_COMES;
  return periodEnd === null ? 'The period that runs now is not on our records.' : null;
}

/** The period that runs, and whether it was paid for. */
interface RunningPeriod {
  readonly left: number;
  readonly whole: number;
  readonly price: string;
  readonly isTrial: boolean;
}

function runningPeriod(subscription: Subscription, now: number): RunningPeriod | undefined {
  const { status, plan, periodStart, periodEnd, firstOrder, beganWithTrial } = subscription;
  if (status !== 'ACTIVE' || periodStart === null || periodEnd === null || periodEnd <= now) return undefined;
  const isTrial = beganWithTrial && firstOrder === null && periodStart === subscription.firstStart;
  return { left: periodEnd - now, whole: periodEnd - periodStart, price: plan.price, isTrial };
}

/** Whole days, and the part of the price that all the time left is, both rounded down: no more is said to be lost than is. */
function lostOf(runs: RunningPeriod | undefined): PlanPreview['lost'] {
  const price = runs && !runs.isTrial ? cents(runs.price) : undefined;
  if (!runs) return NOTHING_LOST;
  const days = Math.floor(runs.left / DAY_MS);
  if (price === undefined) return { days, amount: NOTHING_LOST.amount };
  return { days, amount: decimal((price * BigInt(runs.left)) / BigInt(runs.whole), 2) };
}

function warningsOf(
  { cancellation, status }: Subscription,
  question: PlanQuestion,
  runs: RunningPeriod | undefined,
): PlanWarning[] {
  const holds: Readonly<Record<PlanWarning, boolean>> = {
    cancellation_kept: cancellation !== null,
    payment_failed: status === 'PAYMENT_FAILED',
    trial_given_up: runs?.isTrial === true,
    paid_days_given_up: runs?.isTrial === false,
    other_product: isOfOtherProduct(question),
    other_interval: isOfOtherInterval(question),
  };
  return PLAN_WARNINGS.filter((warning) => holds[warning]);
}
