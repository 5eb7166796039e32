import { checkQuery } from '../../lib/wire/check.ts';
import { invoicesQuery } from '../../lib/wire/invoices.ts';
import { subscribersQuery } from '../../lib/wire/subscriber-list.ts';
import { getQuery } from '../../lib/wire/subscribers.ts';
import { timelineQuery } from '../../lib/wire/timeline.ts';
import {
  checkAnswer,
  invoicesAnswer,
  subscriberAnswer,
  subscribersAnswer,
  timelineAnswer,
} from '../answers/subscribers.ts';
import type { Operation } from '../operation.ts';
import { SUBSCRIBER_REFUSALS } from '../refusals.ts';

export const ID = '01890a5d-ac97-7000-8000-0123456789ab';
export const SVC_ID = 'sub_01890a5dac97700080000123456789ab';
export const REFERENCE = '3b9e8d7c-6f5a-4b4c-8d3e-2f1a0b9c8d7e';
const PLAN = '5d4a3c2b-1a09-4f8e-9d7c-6b5a4f3e2d1c';
export const START = '2026-01-15T09:00:00.000Z';
export const END = '2026-02-15T09:00:00.000Z';
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
