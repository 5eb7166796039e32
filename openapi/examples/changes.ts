import type { Example } from './example.ts';
import { SAMPLE } from './samples.ts';

const NAMED = { id: SAMPLE.subscriberId, svcId: SAMPLE.subscriberSvcId, payReference: SAMPLE.reference };

const BY_REFERENCE = { 'pay-subscriber-reference-code': SAMPLE.reference };

const cancellation = (message: string, cancelled: boolean) => ({
  status: 'success',
  message,
  data: {
    ...NAMED,
    status: 'ACTIVE',
    cancelAtPeriodEnd: cancelled,
    cancelledAt: cancelled ? SAMPLE.start : null,
    accessUntil: SAMPLE.end,
    syncedWithPay: true,
  },
});

/** Requests and answers of a change of a subscription: its plan, its cancellation. */
export const examples = {
  changePlan: {
    body: { 'svc-subscriber-id': SAMPLE.subscriberSvcId, 'svc-plan-id': SAMPLE.largerPlanSvcId },
    answer: {
      status: 'success',
      message:
        'The plan was changed in our records. The payment provider was not told and goes on charging as before.',
      data: {
        ...NAMED,
        newPlanReference: SAMPLE.largerPlanReference,
        newPlanSvcId: SAMPLE.largerPlanSvcId,
        syncedWithPay: false,
        charge: null,
      },
    },
  },

  previewChange: {
    body: {
      'pay-subscriber-reference-code': SAMPLE.reference,
      'pay-plan-reference-code': SAMPLE.largerPlanReference,
    },
    answer: {
      status: 'success',
      data: {
        direction: 'UPGRADE',
        effectiveAt: SAMPLE.start,
        charge: { amount: '200.00', currency: 'TRY', at: SAMPLE.start },
        nextPayment: { amount: '200.00', currency: 'TRY', at: SAMPLE.end },
        lost: { days: 31, amount: '100.00' },
        warnings: ['paid_days_given_up'],
        exact: true,
        reason: null,
        previewId: 'prv_1768469400000_3b9e8d7c6f5a4b4c8d3e2f1a0b9c8d7e',
        expiresAt: SAMPLE.end,
      },
    },
  },

  cancel: {
    body: BY_REFERENCE,
    answer: cancellation('The subscription ends with its paid period.', true),
  },

  undoCancel: {
    body: BY_REFERENCE,
    answer: cancellation('The cancellation was taken back.', false),
  },

  retryPayment: {
    body: BY_REFERENCE,
    answer: {
      status: 'success',
      message: 'The payment is being tried. Its result comes as DID_RENEW or DID_FAIL_TO_RENEW.',
      data: {
        ...NAMED,
        status: 'PAYMENT_FAILED',
        recovery: {
          state: 'retrying',
          attempts: 1,
          lastCode: '10051',
          lastAttemptAt: SAMPLE.end,
          nextAttemptAt: null,
          endsAt: SAMPLE.end,
        },
      },
    },
  },
} satisfies Readonly<Record<string, Example>>;
