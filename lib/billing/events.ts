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
/** The subtype of a webhook event; not every event has one. */
export type EventSubtype = (typeof EVENT_SUBTYPES)[number];

/** How a subscription stood when something happened to it; what a webhook tells of it. Times are epoch ms. */
export interface EventSnapshot {
  readonly subscriptionId: string;
  readonly payReference: string;
  readonly customerReference: string;
  readonly planReference: string;
  /** For people: what the team chat reads. */
  readonly planName: string;
  readonly status: string;
  readonly graceDays: number | null;
  readonly firstStart: number | null;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  readonly customer: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly surname: string;
  };
}

/** Something that a tenant's webhook announces. The same cause never makes a second event. */
export interface SubscriptionEvent {
  readonly cause: string;
  readonly type: EventType;
  readonly subtype: EventSubtype | null;
  /** When it happened at the provider, or at us where it began here; epoch ms. */
  readonly at: number;
  /** The status, or for a change of plan the plan's reference, before and after. */
  readonly from: string | null;
  readonly to: string;
  readonly snapshot: EventSnapshot;
}

/** Which events are also forwarded to the team chat. */
export const CHAT_EVENTS: readonly EventType[] = ['SUBSCRIBED', 'DID_RENEW'];
