import { cancelBody, subscriberBody } from '../../lib/wire/cancellation.ts';
import { changePlanBody } from '../../lib/wire/plan-change.ts';
import { cancellationAnswer, changePlanAnswer, previewAnswer, retryAnswer } from '../answers/changes.ts';
import type { Operations } from '../operation.ts';
import { PLAN_REFUSALS, PROVIDER_REFUSALS, SUBSCRIBER_REFUSALS } from '../refusals.ts';
import { examples } from '../examples/changes.ts';

const WHO_CHANGES =
  'With the provider reference the change is made at the payment provider too, a cancellation as soon as it can no longer be undone; with `svc-id` only our records change, and the provider continues to charge as before.';

const SUBSCRIBER = [['pay-subscriber-reference-code'], ['svc-id']] as const;
const PAIRS = [
  ['pay-subscriber-reference-code', 'pay-plan-reference-code'],
  ['svc-subscriber-id', 'svc-plan-id'],
] as const;

const CANCELLATION_REFUSALS = [
  'missing_identifier',
  'mutually_exclusive_parameters',
  'already_ended',
  ...SUBSCRIBER_REFUSALS,
  ...PROVIDER_REFUSALS,
] as const;

/** What the description says of a change of a subscription: its plan, its cancellation. */
export const changes: Operations = {
  'subscribers/change-plan': {
    tag: 'Subscribers',
    summary: "Change a subscriber's plan",
    description: `One complete pair: \`pay-subscriber-reference-code\` with \`pay-plan-reference-code\`, or \`svc-subscriber-id\` with \`svc-plan-id\`. ${WHO_CHANGES.replace('`svc-id`', 'the internal pair')} Emits DID_CHANGE_RENEWAL_PREF with UPGRADE or DOWNGRADE.`,
    body: changePlanBody,
    oneOf: PAIRS,
    answer: changePlanAnswer,
    mayBeRecordsOnly: true,
    refusals: [
      'missing_identifier',
      'mutually_exclusive_parameters',
      'mixed_pair',
      'payment_refused',
      'same_plan',
      'currency_mismatch',
      'already_ended',
      'plan_change_refused',
      'preview_outdated',
      'payment_outcome_unknown',
      ...PLAN_REFUSALS,
      ...SUBSCRIBER_REFUSALS,
      ...PROVIDER_REFUSALS,
    ],
    example: examples.changePlan,
  },

  'subscribers/preview-change': {
    tag: 'Subscribers',
    summary: 'Say before what a plan change costs',
    description:
      'The body of `PUT /subscribers`, and nothing is changed. What `PUT /subscribers` refuses by our own rules is refused here with the same code. The payment provider charges a full new period and credits nothing: `lost` says what is given up of the paid one. `PUT /subscribers` with the `previewId` is 409 `preview_outdated` where the outcome would differ.',
    body: changePlanBody,
    oneOf: PAIRS,
    answer: previewAnswer,
    refusals: [
      'missing_identifier',
      'mutually_exclusive_parameters',
      'mixed_pair',
      'same_plan',
      'currency_mismatch',
      'already_ended',
      'plan_change_refused',
      'payment_outcome_unknown',
      ...PLAN_REFUSALS,
      ...SUBSCRIBER_REFUSALS,
      ...PROVIDER_REFUSALS,
    ],
    example: examples.previewChange,
  },

  'subscribers/cancel': {
    tag: 'Subscribers',
    summary: 'Cancel at the end of the period',
    description: `${WHO_CHANGES} The identifier may also stand in the query, since proxies drop bodies of DELETE; both must agree. Repeating it answers the same and emits nothing. Emits DID_CHANGE_RENEWAL_STATUS with AUTO_RENEW_DISABLED.`,
    body: cancelBody,
    bodyMayBeAbsent: true,
    query: subscriberBody,
    answer: cancellationAnswer,
    mayBeRecordsOnly: true,
    refusals: CANCELLATION_REFUSALS,
    example: examples.cancel,
  },

  'subscribers/undo-cancel': {
    tag: 'Subscribers',
    summary: 'Undo a cancellation',
    description:
      'Until 24 hours before the end of the period, or a tenth of the period where that is less. Who is told is as for the cancellation. Emits DID_CHANGE_RENEWAL_STATUS with AUTO_RENEW_ENABLED.',
    body: subscriberBody,
    oneOf: SUBSCRIBER,
    answer: cancellationAnswer,
    mayBeRecordsOnly: true,
    refusals: [...CANCELLATION_REFUSALS, 'not_cancelled', 'undo_window_closed'],
    example: examples.undoCancel,
  },

  'subscribers/retry-payment': {
    tag: 'Subscribers',
    summary: 'Try a failed payment again',
    description:
      'One try now, after the payment provider was read: 409 `nothing_to_retry` where nothing is owed or the bank says that the card will never work, 409 `retry_too_soon` within a day of any attempt or after seven in 30 days. Its result comes as DID_RENEW or DID_FAIL_TO_RENEW.',
    body: subscriberBody,
    oneOf: SUBSCRIBER,
    answer: retryAnswer,
    refusals: [
      'missing_identifier',
      'mutually_exclusive_parameters',
      'already_ended',
      'nothing_to_retry',
      'retry_too_soon',
      'payment_refused',
      ...SUBSCRIBER_REFUSALS,
      ...PROVIDER_REFUSALS,
    ],
    example: examples.retryPayment,
  },
};
