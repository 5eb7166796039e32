import type { EventType } from '../lib/billing/events.ts';
import recorded from './examples.json' with { type: 'json' };

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly example: Readonly<Record<string, unknown>>;
}

/** When each event is sent, with a body as it was recorded from the stage. */
export const EVENTS: Readonly<Record<EventType, Described>> = {
  SUBSCRIBED: {
    summary: 'A subscription began',
    description:
      'INITIAL_BUY; RESUBSCRIBE where the customer had a subscription that ended. After a hosted checkout, a direct checkout, or when a `PENDING` subscription is activated.',
    example: recorded.SUBSCRIBED,
  },
  DID_RENEW: {
    summary: 'A renewal was paid',
    description:
      'BILLING_RECOVERY, always. Also for the first payment after a trial, and for the charge of a plan change that takes effect at once.',
    example: recorded.DID_RENEW,
  },
  DID_FAIL_TO_RENEW: {
    summary: 'A renewal was not paid',
    description: 'Once for each attempt. The days of grace begin with the first.',
    example: recorded.DID_FAIL_TO_RENEW,
  },
  DID_CHANGE_RENEWAL_STATUS: {
    summary: 'A cancellation was scheduled or undone',
    description: 'AUTO_RENEW_DISABLED with a cancellation, AUTO_RENEW_ENABLED when it is undone.',
    example: recorded.DID_CHANGE_RENEWAL_STATUS,
  },
  DID_CHANGE_RENEWAL_PREF: {
    summary: 'The plan changed',
    description: 'UPGRADE where the new plan costs as much or more a day, DOWNGRADE where it costs less.',
    example: recorded.DID_CHANGE_RENEWAL_PREF,
  },
  EXPIRED: {
    summary: 'A subscription ended',
    description:
      'Once, when a subscription ends for good: it was cancelled and its paid period is over, or the payment provider ended it. `status` is CANCELLED or EXPIRED.',
    example: recorded.EXPIRED,
  },
};

/** Headers of each delivery. */
export const HEADERS = {
  'X-Svc-Signature': '`sha256=` and the hex HMAC-SHA256 of the body, keyed with the webhook secret.',
  'X-Svc-Signature-Next': 'While a rotation runs: the same with the secret that is to follow.',
  'X-Svc-Signature-Meta':
    '`sha256=` and the hex HMAC-SHA256 of what is only in headers: event id, sequence, `true` or `false` for a test, and `signedDate` of the body, joined by dots.',
  'X-Svc-Signature-Meta-Next': 'While a rotation runs: the same with the secret that is to follow.',
  'X-Svc-Event': 'The event type, equal to `notificationType`.',
  'X-Svc-Event-ID': 'Stable over all attempts.',
  'X-Svc-Transaction-ID': 'Unique to this attempt.',
  'X-Svc-Test': '`true` on an example that `POST /account/webhook/test` sends; absent otherwise.',
  'webhook-id':
    'Equal to `X-Svc-Event-ID`: this and the next two are the headers of the Standard Webhooks specification, whose libraries verify deliveries with the same secret.',
  'webhook-timestamp': 'When this attempt was signed, Unix time in seconds.',
  'webhook-signature':
    '`v1,` and the base64 HMAC-SHA256 of id, timestamp and body, joined by dots; while a rotation runs a second one by the secret that is to follow, after a space.',
  'X-Svc-Sequence': 'Rises with each event of a subscriber, so that of two events the later is known.',
} as const;
