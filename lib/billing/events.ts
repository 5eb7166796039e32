import { number, oneOf, optional, orNull, part, text, type TypeOf } from '../record.ts';
import { CANCEL_WHY } from './subscription.ts';

/** The types of webhook events, as the specification names them. */
export const EVENT_TYPES = [
  'SUBSCRIBED',
  'DID_RENEW',
  'DID_FAIL_TO_RENEW',
  'DID_CHANGE_RENEWAL_STATUS',
  'DID_CHANGE_RENEWAL_PREF',
  'EXPIRED',
] as const;
/** The type of a webhook event. */
export type EventType = (typeof EVENT_TYPES)[number];

/** The subtypes of webhook events, as the specification names them. */
export const EVENT_SUBTYPES = [
  'INITIAL_BUY',
  'RESUBSCRIBE',
  'AUTO_RENEW_ENABLED',
  'AUTO_RENEW_DISABLED',
  'BILLING_RECOVERY',
  'UPGRADE',
  'DOWNGRADE',
] as const;
/** The subtype of a webhook event; not every type has one. */
export type EventSubtype = (typeof EVENT_SUBTYPES)[number];

const SNAPSHOT = part({
  subscriptionId: text,
  payReference: text,
  customerReference: text,
  planReference: text,
  /** For the team chat message. */
  planName: text,
  status: text,
  graceDays: orNull(number),
  firstStart: orNull(number),
  periodStart: orNull(number),
  periodEnd: orNull(number),
  /** Of a cancellation: why, as somebody said it; shown beside the webhook's body. */
  why: optional(CANCEL_WHY),
  customer: part({
    id: text,
    email: text,
    name: text,
    surname: text,
    /** Shown beside the webhook's body, which stays as it is specified. */
    externalId: optional(text),
  }),
});
/** A subscription as it was right after an event; the content of the webhook's `data`. Times are epoch ms. */
export type EventSnapshot = TypeOf<typeof SNAPSHOT>;

/** An event of a subscriber, sent to the tenant's webhook. The same cause never makes a second event. */
export const SUBSCRIPTION_EVENT = part({
  cause: text,
  type: oneOf(EVENT_TYPES),
  subtype: orNull(oneOf(EVENT_SUBTYPES)),
  /** When it happened: at the provider, or here if it originated here; epoch ms. */
  at: number,
  /** The status before and after; for a plan change, the plan's reference. */
  from: orNull(text),
  to: text,
  snapshot: SNAPSHOT,
});
/** Such an event. */
export type SubscriptionEvent = TypeOf<typeof SUBSCRIPTION_EVENT>;

/** Which events are also forwarded to the team chat. */
export const CHAT_EVENTS: readonly EventType[] = ['SUBSCRIBED', 'DID_RENEW'];
