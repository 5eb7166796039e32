import { recoveryTimes } from './recovery-times.ts';
import { ACCESS_ANSWER_MS } from '../limits.ts';
import { inGracePeriod, isUnpaidTrial, viewAt, type SubscriptionView } from './current-state.ts';
import type { Feature, Features } from './plan.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/** Why somebody is in. */
export const IN_BECAUSE = ['paid', 'trial', 'cancelled_still_paid', 'grace'] as const;
/** Why somebody is not in, the most hopeful first; `none` never bought. */
export const OUT_BECAUSE = ['not_paid', 'waiting', 'ended', 'none'] as const;

/** Why somebody is in or not, as answers say it. */
export type Because = (typeof IN_BECAUSE)[number] | (typeof OUT_BECAUSE)[number];

/** What access needs to know of a plan today. */
export interface IncludedPlan {
  readonly id: string;
  readonly lookupKey: string | null;
  readonly features: Features;
}

/** Whether one subscription lets its customer in at a moment. Times are epoch ms. */
export interface SubscriptionAccess {
  readonly subscription: SubscriptionView;
  readonly access: boolean;
  /** The end of access that is known; null where it is open-ended, or there is none. */
  readonly until: number | null;
  readonly because: Because;
  /** When this may next be another answer by itself; null if never. */
  readonly changesAt: number | null;
  /** Whether news is due that nobody has read yet: the answer may change at any moment. */
  readonly isStale: boolean;
}

/** Whether a person is in, with what, and for how long this may be believed. Times are epoch ms. */
export interface PersonAccess {
  readonly access: boolean;
  readonly until: number | null;
  readonly because: Because;
  readonly changesAt: number | null;
  readonly validUntil: number;
  /** The plan of the subscription that lets the person in. */
  readonly plan: IncludedPlan | null;
  readonly features: Features;
  readonly subscriptions: readonly SubscriptionAccess[];
}

/** Whether a subscription lets its customer in at a moment. A paid end is exact to the millisecond. */
export function subscriptionAccess(subscription: SubscriptionView): SubscriptionAccess {
  const { at: now } = subscription;
  const { because, until = null } = reasonOf(subscription);
  return {
    subscription,
    access: IN_BECAUSE.some((one) => one === because),
    until,
    because,
    changesAt: because === 'ended' ? null : firstAfter(now, momentsOf(subscription)),
    isStale: subscription.status === 'ACTIVE' && now >= (endOfPeriod(subscription) ?? now),
  };
}

function reasonOf(subscription: SubscriptionView): {
  readonly because: Because;
  readonly until?: number | null;
} {
  const { status, cancellation, graceEndsAt, at } = subscription;
  if (hasEnded(subscription) || at >= (cancellation?.accessUntil ?? Infinity)) return { because: 'ended' };
  if (status === 'PENDING') return { because: 'waiting' };
  if (status === 'PAYMENT_FAILED' && !inGracePeriod(subscription)) return { because: 'not_paid' };
  if (status === 'PAYMENT_FAILED') return { because: 'grace', until: graceEndsAt };
  if (cancellation) return { because: 'cancelled_still_paid', until: cancellation.accessUntil };
  return { because: isUnpaidTrial(subscription) ? 'trial' : 'paid' };
}

/** When what is paid ends: at the end that a cancellation was answered with, else with the period. */
const endOfPeriod = ({ cancellation, periodEnd }: SubscriptionView): number | null =>
  cancellation ? cancellation.accessUntil : periodEnd;

/** Every moment at which a running subscription may become another one by itself. */
function momentsOf(subscription: SubscriptionView): (number | null | undefined)[] {
  const { status, graceEndsAt, nextPlan, cancellation } = subscription;
  const recovery = recoveryTimes(subscription);
  const ends = status === 'ACTIVE' ? endOfPeriod(subscription) : cancellation?.accessUntil;
  return [ends, nextPlan?.from, graceEndsAt, recovery?.nextAttemptAt, recovery?.endsAt];
}

function firstAfter(now: number, times: readonly (number | null | undefined)[]): number | null {
  const later = times.filter((at) => typeof at === 'number').filter((at) => at > now);
  return later.length === 0 ? null : Math.min(...later);
}

/**
 * Whether a person with these subscriptions is in at `now` (epoch ms): one that lets them in is enough, and features are the
 * most generous of all that do. What may change by news alone is believed for a minute, everything else for a day at most.
 */
export function personAccess(
  subscriptions: readonly Subscription[],
  planNow: (subscription: SubscriptionView) => IncludedPlan,
  now: number,
): PersonAccess {
  const each = subscriptions.map((one) => subscriptionAccess(viewAt(one, now))).sort(decidingFirst);
  const [first] = each;
  const giving = each.filter(({ access }) => access);
  const changesAt = firstAfter(
    now,
    each.map((one) => one.changesAt),
  );
  const isBrief = giving.length === 0 || giving.some(({ isStale }) => isStale);
  const believed = now + (isBrief ? ACCESS_ANSWER_MS.brief : ACCESS_ANSWER_MS.max);
  return {
    access: first?.access ?? false,
    until: first?.until ?? null,
    because: first?.because ?? 'none',
    changesAt,
    validUntil: Math.min(believed, changesAt ?? believed),
    plan: first?.access ? planNow(first.subscription) : null,
    features: mostGenerous(
      giving.map((one) => one.subscription),
      planNow,
    ),
    subscriptions: each,
  };
}

/** The longest access first, and of equal ones the surest; without access, what may still become one. */
function decidingFirst(one: SubscriptionAccess, other: SubscriptionAccess): number {
  if (one.access !== other.access) return one.access ? -1 : 1;
  const end = ({ until }: SubscriptionAccess) => until ?? Infinity;
  const byEnd = one.access && end(one) !== end(other) ? end(other) - end(one) : 0;
  const rank = ({ because }: SubscriptionAccess) => RANKED.indexOf(because);
  return byEnd || rank(one) - rank(other) || one.subscription.createdAt - other.subscription.createdAt;
}

const RANKED: readonly Because[] = [...IN_BECAUSE, ...OUT_BECAUSE];

/** Of each feature the most generous value: a higher limit, anything over nothing; of texts that of the plan paid longest. */
function mostGenerous(
  subscriptions: readonly SubscriptionView[],
  planNow: (subscription: SubscriptionView) => IncludedPlan,
): Features {
  const longestPaidFirst = subscriptions.toSorted((a, b) => paidSince(a) - paidSince(b));
  const merged = new Map<string, Feature>();
  for (const one of longestPaidFirst)
    for (const [key, value] of Object.entries(planNow(one).features)) {
      const had = merged.get(key);
      if (had === undefined || isMoreGenerous(value, had)) merged.set(key, value);
    }
  return Object.fromEntries([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const paidSince = (one: SubscriptionView): number => (isUnpaidTrial(one) ? Infinity : one.firstStart);

/** `true` has no limit, so it is more than any number. */
function isMoreGenerous(value: Feature, had: Feature): boolean {
  if (typeof value === 'number' && typeof had === 'number') return value > had;
  return value === true && typeof had === 'number';
}
