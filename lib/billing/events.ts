import type { CancelWhy } from './subscription.ts';

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

/** A subscription as it was right after an event; the content of the webhook's `data`. Times are epoch ms. */
export interface EventSnapshot {
  readonly subscriptionId: string;
  readonly payReference: string;
  readonly customerReference: string;
  readonly planReference: string;
  /** For the team chat message. */
  readonly planName: string;
  readonly status: string;
  readonly graceDays: number | null;
  readonly firstStart: number | null;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  /** Of a cancellation: why, as somebody said it; shown beside the webhook's body. */
  readonly why?: Pick<CancelWhy, 'reason' | 'comment'> | undefined;
  readonly customer: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly surname: string;
    /** Shown beside the webhook's body, which stays as it is specified. */
    readonly externalId?: string | undefined;
  };
}

/** An event of a subscriber, sent to the tenant's webhook. The same cause never makes a second event. */
export interface SubscriptionEvent {
  readonly cause: string;
  readonly type: EventType;
  readonly subtype: EventSubtype | null;
  /** When it happened: at the provider, or here if it originated here; epoch ms. */
  readonly at: number;
  /** The status before and after; for a plan change, the plan's reference. */
  readonly from: string | null;
  readonly to: string;
  readonly snapshot: EventSnapshot;
}

/** Which events are also forwarded to the team chat. */
export const CHAT_EVENTS: readonly EventType[] = ['SUBSCRIBED', 'DID_RENEW'];
