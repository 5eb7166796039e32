import { cancelBody } from '../../lib/wire/cancellation.ts';
import { changePlanBody } from '../../lib/wire/plan-change.ts';
import { cancellationAnswer, changePlanAnswer } from '../answers/changes.ts';
import type { Operation } from '../operation.ts';
import { PLAN_REFUSALS, PROVIDER_REFUSALS, SUBSCRIBER_REFUSALS } from '../refusals.ts';
import { END, ID, REFERENCE, START, SVC_ID } from './subscribers.ts';

const TOLD =
  'With the provider reference the payment provider is told; with `svc-id` only our records change, and it goes on charging as before.';

export const changePlan: Operation = {
  tag: 'Subscribers',
  summary: "Change a subscriber's plan",
  description: `One complete pair: \`pay-subscriber-reference-code\` with \`pay-plan-reference-code\`, or \`svc-subscriber-id\` with \`svc-plan-id\`. ${TOLD.replace('`svc-id`', 'the internal pair')} Emits DID_CHANGE_RENEWAL_PREF with UPGRADE or DOWNGRADE.`,
  body: changePlanBody,
  answer: changePlanAnswer,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'mixed_pair',
    'payment_refused',
    'same_plan',
    'currency_mismatch',
    'already_ended',
    'plan_change_refused',
    'payment_outcome_unknown',
    ...PLAN_REFUSALS,
    ...SUBSCRIBER_REFUSALS,
    ...PROVIDER_REFUSALS,
  ],
  example: {
    body: { 'svc-subscriber-id': SVC_ID, 'svc-plan-id': 'pln_01890a5dac96774bbcceb302099a8058' },
    answer: {
      status: 'success',
      message:
        'The plan was changed in our records. The payment provider was not told and goes on charging as before.',
      data: {
        id: ID,
        svcId: SVC_ID,
        payReference: REFERENCE,
        newPlanReference: '8f7e6d5c-4b3a-4291-8e0f-d1c2b3a49586',
        newPlanSvcId: 'pln_01890a5dac96774bbcceb302099a8058',
        syncedWithPay: false,
        charge: null,
      },
    },
  },
};

const CANCELLATION_REFUSALS = [
  'missing_identifier',
  'mutually_exclusive_parameters',
  'already_ended',
  ...SUBSCRIBER_REFUSALS,
  ...PROVIDER_REFUSALS,
] as const;

const cancellation = (message: string, cancelled: boolean) => ({
  status: 'success',
  message,
  data: {
    id: ID,
    svcId: SVC_ID,
    payReference: REFERENCE,
    status: 'ACTIVE',
    cancelAtPeriodEnd: cancelled,
    cancelledAt: cancelled ? START : null,
    accessUntil: END,
    syncedWithPay: true,
  },
});

export const cancel: Operation = {
  tag: 'Subscribers',
  summary: 'Cancel at the end of the period',
  description: `${TOLD} Repeating it answers the same and emits nothing. Emits DID_CHANGE_RENEWAL_STATUS with AUTO_RENEW_DISABLED.`,
  body: cancelBody,
  answer: cancellationAnswer,
  refusals: CANCELLATION_REFUSALS,
  example: {
    body: { 'pay-subscriber-reference-code': REFERENCE },
    answer: cancellation('The subscription ends with its paid period.', true),
  },
};

export const undoCancel: Operation = {
  tag: 'Subscribers',
  summary: 'Undo a cancellation',
  description: `Until 24 hours before the end of the period, or a tenth of the period where that is less. ${TOLD} Emits DID_CHANGE_RENEWAL_STATUS with AUTO_RENEW_ENABLED.`,
  body: cancelBody,
  answer: cancellationAnswer,
  refusals: [...CANCELLATION_REFUSALS, 'not_cancelled', 'undo_window_closed'],
  example: {
    body: { 'pay-subscriber-reference-code': REFERENCE },
    answer: cancellation('The cancellation was taken back.', false),
  },
};
