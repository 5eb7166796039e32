import { BUYER } from './buyer.ts';
import { LAST_REQUEST } from './last-request.ts';
import { PLAN_TERMS } from './plan.ts';
import { DECLINE } from './provider-snapshot.ts';
import { RECOVERY_SETTINGS } from './recovery-settings.ts';
import { TAIL } from './tail.ts';
import {
  flag,
  inKey,
  listOf,
  number,
  oneOf,
  optional,
  orElse,
  orNull,
  part,
  record,
  text,
  type TypeOf,
} from '../record.ts';

/** Every status: PENDING has not begun; CANCELLED ended by a cancellation and EXPIRED by itself, both for good. */
export const SUBSCRIPTION_STATUSES = ['PENDING', 'ACTIVE', 'PAYMENT_FAILED', 'CANCELLED', 'EXPIRED'] as const;
/** The status of a subscription, as in answers and events. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Why somebody cancels, as they may say; others may be added. */
export const CANCEL_REASONS = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'low_quality',
  'too_complex',
  'customer_service',
  'other',
] as const;
/** A reason to cancel. */
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** What somebody says of why they cancel; nobody must. */
export const CANCEL_WHY = part({
  reason: optional(oneOf(CANCEL_REASONS)),
  /** In their own words. */
  comment: optional(text),
});
/** What somebody says of it. */
export type CancelWhy = TypeOf<typeof CANCEL_WHY>;

const CANCELLATION = part({
  ...CANCEL_WHY.members,
  at: number,
  accessUntil: orNull(number),
  /** `pay`: the provider cancels too, once the time to undo is over. `svc`: only our own records change. */
  by: oneOf(['pay', 'svc']),
  /** `sent`, also while it is being sent: it cannot be undone any more. `confirmed`: the provider will not charge again. */
  progress: oneOf(['scheduled', 'sent', 'confirmed']),
});
/** A cancellation that was asked for and takes effect when the paid period ends. */
export type Cancellation = TypeOf<typeof CANCELLATION>;

/** A plan change that the provider is being asked for, until its outcome is on record. It is asked for once. */
const PLAN_INTENT = part({
  /** The provider's reference of the wanted plan. */
  planReference: text,
  /** When it was recorded, just before the provider was called; epoch ms. */
  at: number,
  /** The request: identical ones have the same text. */
  as: text,
});

const RECOVERY = part({
  /** The newest failed order. */
  order: text,
  /** When it fell due. */
  dueAt: number,
  /** Every attempt with the present card in the last 30 days, whoever made it, oldest first. */
  attempts: listOf(number),
  /** When we asked for one in that time, oldest first. */
  asked: listOf(number),
  /** When each attempt at an owed order was first seen that the provider tells no time of, whichever card it was, oldest first. */
  undated: listOf(part({ order: text, at: number })),
  /** When each attempt at the order failed, whichever card it was, oldest first. */
  failures: listOf(number),
  /** Whether the provider is at another attempt. */
  isRunning: flag,
  /** What the bank said last. */
  decline: DECLINE,
  /** The tenant's settings of that reading: what was said to the customer goes by them. */
  schedule: RECOVERY_SETTINGS,
});
/** A renewal that was not paid, and how it is being recovered, as last read at the provider. Times are epoch ms. */
export type Recovery = TypeOf<typeof RECOVERY>;

const RETRY_INTENT = part({
  order: text,
  at: number,
  /** How many attempts at the order had failed before. */
  failures: orElse(number, 0),
  /** Whether no result was seen in all its time, so that a person must look. */
  isLost: flag,
});
/** A retry that the provider was asked for, until its result is seen there. It is asked for once. Times are epoch ms. */
export type RetryIntent = TypeOf<typeof RETRY_INTENT>;

/** A provider reference whose orders may still change. */
export interface OpenReference {
  readonly reference: string;
  /** Orders that began before this (epoch ms) are final and on record; 0 until one is. */
  readonly recordedBefore: number;
}

/** What is stored of a tenant's subscriber: what is wanted, and what was observed and told. Times are epoch ms. */
export const SUBSCRIPTION = record('subscription', {
  id: inKey,
  /** Raised by one with each change, for optimistic locking. */
  revision: number,
  /** The number of its events so far; each event carries its number (`X-Svc-Sequence`). */
  eventCount: orElse(number, 0),
  customerReference: text,
  /** The merchant account at the provider that all its references belong to. */
  merchantId: text,
  /** The plan in force, by our records; with the terms of when it was chosen, which are not asked for again. */
  plan: PLAN_TERMS,
  /** The choice that follows, and from when (NEXT_PERIOD); from then on it is in force, also before that is recorded. */
  nextPlan: orNull(part({ plan: PLAN_TERMS, from: number })),
  /** What was observed of its references and told. */
  refs: TAIL,
  /** When that was. */
  toldAt: number,
  /** Charges of periods before this (epoch ms) were invoiced elsewhere; null if none were. */
  invoicedSince: orNull(number),
  /** Its own buyer: other purchases of the customer do not change it. */
  customer: BUYER,
  /** The reference of the checkout it was bought by; null if it was imported. */
  clientReferenceId: orNull(text),
  createdAt: number,
  /** Remembered of the purchase, as its first reference may be long settled: when it began. */
  firstStart: number,
  /** Likewise the order that was paid with it and is no renewal; null until it is known, and after a trial. */
  firstOrder: orNull(text),
  /** Likewise whether it began with a trial. */
  beganWithTrial: flag,
  /** The subtype of its SUBSCRIBED event, until that is sent. */
  unannouncedSubtype: orNull(oneOf(['INITIAL_BUY', 'RESUBSCRIBE'])),
  /** While a failed renewal is unpaid: remembered of its last reading, as orders are not stored. */
  recovery: orNull(RECOVERY),
  retry: orNull(RETRY_INTENT),
  /** When a customer last came back from a card form, while a failed renewal is unpaid. */
  cardReturnedAt: orNull(number),
  cancellation: orNull(CANCELLATION),
  planIntent: orNull(PLAN_INTENT),
  /** When the plan was chosen last, here or at the provider: remembered, as the choice may be of our records alone. */
  planChangedAt: orNull(number),
  /** The last plan change or undo that was carried out or refused, for those who repeat it. */
  lastRequest: orNull(LAST_REQUEST),
  endedAt: orNull(number),
});
/** What is stored of a subscriber. */
export type StoredSubscription = TypeOf<typeof SUBSCRIPTION>;

/** What follows from what was observed of its references. */
interface OfReferences {
  readonly payReference: string;
  /** The plan that the provider charges, or will charge next; differs if a change is in our records alone. */
  readonly payPlanReference: string;
  /** The references still under reconciliation, oldest first, including the current one. */
  readonly openReferences: readonly OpenReference[];
  /** When the first waiting order at the provider begins, as last read; null if none waits or it is not known. */
  readonly nextOrderAt: number | null;
}

/** What a subscription is, by what was told; its failure while it is PAYMENT_FAILED. Periods are the provider's own. */
export interface Told {
  readonly status: SubscriptionStatus;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  /** The provider's order that failed last and is still unpaid. */
  readonly failedOrder: string | null;
  /** When an attempt at it failed last. */
  readonly failedAt: number | null;
  /** When it fell due. */
  readonly failedDueAt: number | null;
  readonly graceEndsAt: number | null;
}

/** A tenant's subscriber: what is stored, and what follows from it. Times are epoch ms. */
export interface Subscription extends StoredSubscription, OfReferences, Told {}

/** Whether a subscription is over, for good. */
export const hasEnded = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'CANCELLED' || status === 'EXPIRED';

/** A copy of the subscription with some of what is stored replaced; nothing else follows from that. */
export function changed(
  subscription: Subscription,
  fields: Partial<Omit<StoredSubscription, 'refs' | 'toldAt'>>,
): Subscription {
  return { ...subscription, ...fields };
}

/** Whether the paid period of an active subscription is over or unknown, so that its next order must be looked for. */
export function periodIsStale({ status, periodEnd }: Subscription, now: number): boolean {
  return status === 'ACTIVE' && now >= (periodEnd ?? now);
}
