import { changePlanBody } from '../../lib/wire/plan-change.ts';
import { cancelBody } from '../../lib/wire/cancellation.ts';
import { checkQuery } from '../../lib/wire/check.ts';
import { invoicesQuery } from '../../lib/wire/invoices.ts';
import { subscribersQuery } from '../../lib/wire/subscriber-list.ts';
import { getQuery } from '../../lib/wire/subscribers.ts';
import { timelineQuery } from '../../lib/wire/timeline.ts';
import {
  cancellationAnswer,
  changePlanAnswer,
  checkAnswer,
  invoicesAnswer,
  subscriberAnswer,
  subscribersAnswer,
  timelineAnswer,
} from '../answers/subscribers.ts';
import type { Operation } from '../operation.ts';
import { PLAN_REFUSALS, PROVIDER_REFUSALS, SUBSCRIBER_REFUSALS } from '../refusals.ts';

const ID = '01890a5d-ac97-7000-8000-0123456789ab';
const SVC_ID = 'sub_01890a5dac97700080000123456789ab';
const REFERENCE = '3b9e8d7c-6f5a-4b4c-8d3e-2f1a0b9c8d7e';
const PLAN = '5d4a3c2b-1a09-4f8e-9d7c-6b5a4f3e2d1c';
const START = '2026-01-15T09:00:00.000Z';
const END = '2026-02-15T09:00:00.000Z';
const PERSON = { email: 'ayse@example.com', name: 'Ayşe', surname: 'Yılmaz' };
const CUSTOMER_ID = '01890a5d-ac97-7000-8000-abcdef456789';
const INVOICE = {
  id: '01890a5d-ac98-7111-8222-33334444aaaa',
  svcId: 'inv_01890a5dac987111822233334444aaaa',
  invoiceNumber: 'INV-2026-0000001',
  status: 'PAID',
  amount: '99.90',
  currency: 'TRY',
  date: START,
  pdfUrl: 'https://documents.example/invoice.pdf',
};
const TOLD =
  'With the provider reference the payment provider is told; with `svc-id` only our records change, and it goes on charging as before.';

export const check: Operation = {
  tag: 'Subscribers',
  summary: 'Check an e-mail',
  description: 'Whether somebody with this e-mail is a customer and has an active subscription.',
  query: checkQuery,
  answer: checkAnswer,
  example: {
    query: { email: 'ayse@example.com' },
    answer: {
      status: 'success',
      exists: true,
      hasActiveSubscription: true,
      data: {
        customer: { id: CUSTOMER_ID, svcId: 'cus_01890a5dac9770008000abcdef456789', ...PERSON },
        subscription: {
          id: ID,
          svcId: SVC_ID,
          payReference: REFERENCE,
          planReference: PLAN,
          status: 'ACTIVE',
          createdAt: START,
          graceEndsAt: null,
          inGracePeriod: false,
        },
      },
    },
  },
};

export const get: Operation = {
  tag: 'Subscribers',
  summary: 'Fetch a subscriber',
  description:
    'By `pay-subscriber-code` or `svc-id`; both may be given if they name the same subscriber. Any reference that the payment provider ever gave works.',
  query: getQuery,
  answer: subscriberAnswer,
  refusals: ['missing_identifier', 'identifiers_differ', ...SUBSCRIBER_REFUSALS],
  example: {
    query: { 'svc-id': SVC_ID },
    answer: {
      status: 'success',
      data: {
        id: ID,
        svcId: SVC_ID,
        payReference: REFERENCE,
        customerReference: '1f2e3d4c-5b6a-4798-8b9c-0d1e2f3a4b5c',
        planReference: PLAN,
        nextPlanReference: null,
        subscriptionStatus: 'ACTIVE',
        createdAt: START,
        cancelAtPeriodEnd: false,
        cancelledAt: null,
        accessUntil: END,
        currentPeriodStart: START,
        currentPeriodEnd: END,
        nextPaymentAt: END,
        graceEndsAt: null,
        inGracePeriod: false,
        providerTold: true,
      },
      customer: { id: CUSTOMER_ID, ...PERSON, gsmNumber: '+905350000000' },
      latestInvoice: INVOICE,
    },
  },
};

export const invoices: Operation = {
  tag: 'Subscribers',
  summary: 'List the invoices of a subscriber',
  description:
    'Newest first, with links to the PDFs that are ready. `ending_before` gives the page directly before.',
  query: invoicesQuery,
  answer: invoicesAnswer,
  refusals: [
    'missing_identifier',
    'identifiers_differ',
    'mutually_exclusive_parameters',
    'invalid_cursor',
    ...SUBSCRIBER_REFUSALS,
  ],
  example: {
    query: { 'svc-id': SVC_ID, limit: '10' },
    answer: {
      status: 'success',
      object: 'list',
      url: '/subscribers/invoices',
      has_more: false,
      limit: 10,
      starting_after: null,
      ending_before: null,
      subscriber: { id: ID, svcId: SVC_ID, subscriberId: REFERENCE },
      data: [
        {
          ...INVOICE,
          signedPdf: {
            provider: 'acct',
            eArchiveId: '4711',
            url: 'https://documents.example/invoice.pdf',
            expiresAt: '2026-01-15T10:00:00.000Z',
            signedAt: START,
          },
          pdfStatus: 'ready',
          pdfMessage: null,
        },
      ],
    },
  },
};

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

export const listSubscribers: Operation = {
  tag: 'Subscribers',
  summary: 'List subscribers',
  description: 'Newest first, each as `GET /subscribers` shows it. The filters may be combined.',
  query: subscribersQuery,
  answer: subscribersAnswer,
  refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
};

export const timeline: Operation = {
  tag: 'Subscribers',
  summary: 'What happened to a subscriber',
  description: 'Newest first: every transition, what brought it about, and the event that told of it.',
  query: timelineQuery,
  answer: timelineAnswer,
  refusals: [
    'missing_identifier',
    'identifiers_differ',
    'mutually_exclusive_parameters',
    'invalid_cursor',
    ...SUBSCRIBER_REFUSALS,
  ],
};
