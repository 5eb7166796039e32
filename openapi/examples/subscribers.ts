import type { Example } from './example.ts';
import { envelope, PERSON, SAMPLE } from './samples.ts';

const PDF = 'https://documents.example/invoice.pdf';

const INVOICE = {
  id: SAMPLE.invoiceId,
  svcId: SAMPLE.invoiceSvcId,
  invoiceNumber: 'INV-2026-0000001',
  status: 'PAID',
  amount: '99.90',
  currency: 'TRY',
  refundedAmount: '0.00',
  date: SAMPLE.start,
  pdfUrl: PDF,
};

/** An invoice with its PDF. */
export const LISTED_INVOICE = {
  ...INVOICE,
  signedPdf: {
    provider: 'acct',
    eArchiveId: '6000000001',
    url: PDF,
    expiresAt: '2026-01-15T10:00:00.000Z',
    signedAt: SAMPLE.start,
  },
  pdfStatus: 'ready',
  pdfMessage: null,
};

const SUBSCRIBER = {
  id: SAMPLE.subscriberId,
  svcId: SAMPLE.subscriberSvcId,
  payReference: SAMPLE.reference,
  customerReference: SAMPLE.customerReference,
  planReference: SAMPLE.planReference,
  nextPlanReference: null,
  clientReferenceId: '01890a5d-ac97-7000-8000-00000000cafe',
  subscriptionStatus: 'ACTIVE',
  createdAt: SAMPLE.start,
  cancelAtPeriodEnd: false,
  cancelledAt: null,
  cancelReason: null,
  cancelComment: null,
  accessUntil: SAMPLE.end,
  currentPeriodStart: SAMPLE.start,
  currentPeriodEnd: SAMPLE.end,
  nextPaymentAt: SAMPLE.end,
  graceEndsAt: null,
  inGracePeriod: false,
  providerTold: true,
  recovery: null,
};

const CUSTOMER = { id: SAMPLE.customerId, ...PERSON, gsmNumber: '+905350000000', externalId: 'user-42' };

const BUYER = {
  id: SAMPLE.customerId,
  svcId: SAMPLE.customerSvcId,
  subscriber: SAMPLE.subscriberSvcId,
  ...PERSON,
  gsmNumber: '+905350000000',
  externalId: 'user-42',
  billingAddress: null,
  company: null,
};

/** The subscriber as lists name it. */
export const NAMED = {
  id: SAMPLE.subscriberId,
  svcId: SAMPLE.subscriberSvcId,
  subscriberId: SAMPLE.reference,
};

/** Requests and answers of subscribers and their lists. */
export const examples = {
  check: {
    query: { email: PERSON.email },
    answer: {
      status: 'success',
      exists: true,
      hasActiveSubscription: true,
      activeSubscriptions: 1,
      data: {
        customer: { id: SAMPLE.customerId, svcId: SAMPLE.customerSvcId, ...PERSON },
        subscription: {
          id: SAMPLE.subscriberId,
          svcId: SAMPLE.subscriberSvcId,
          payReference: SAMPLE.reference,
          planReference: SAMPLE.planReference,
          status: 'ACTIVE',
          createdAt: SAMPLE.start,
          graceEndsAt: null,
          inGracePeriod: false,
        },
      },
    },
  },

  get: {
    query: { 'svc-id': SAMPLE.subscriberSvcId },
    answer: { status: 'success', data: SUBSCRIBER, customer: CUSTOMER, latestInvoice: INVOICE },
  },

  listSubscribers: {
    query: { status: 'ACTIVE', limit: '10' },
    answer: {
      ...envelope('/subscribers/list'),
      data: [{ ...SUBSCRIBER, customer: CUSTOMER, latestInvoice: INVOICE }],
    },
  },

  getCustomer: {
    query: { 'svc-id': SAMPLE.subscriberSvcId },
    answer: { status: 'success', data: BUYER },
  },

  correctCustomer: {
    body: { 'pay-subscriber-reference-code': SAMPLE.reference, name: 'Ayşe Nur', company: null },
    answer: {
      status: 'success',
      message: 'The customer was corrected here and at the payment provider; the next document bears it.',
      data: { ...BUYER, name: 'Ayşe Nur' },
    },
  },

  erase: {
    body: { 'svc-id': SAMPLE.subscriberSvcId },
    answer: {
      status: 'success',
      message: 'The customer was erased here and at the payment provider.',
      data: {
        id: BUYER.id,
        svcId: BUYER.svcId,
        subscriptions: 1,
        events: 2,
        paymentProvider: 'deleted',
      },
    },
  },

  timeline: {
    query: { 'svc-id': SAMPLE.subscriberSvcId },
    answer: {
      ...envelope('/subscribers/timeline'),
      subscriber: { ...NAMED, externalId: 'user-42' },
      data: [
        {
          id: SAMPLE.eventId,
          at: SAMPLE.start,
          what: 'subscribed',
          from: null,
          to: 'ACTIVE',
          reason: null,
          comment: null,
          cause: { by: 'request', id: 'db8b1b20-03cc-404e-ae5b-28ab43733352' },
          eventId: SAMPLE.eventId,
        },
      ],
    },
  },

  invoices: {
    query: { 'svc-id': SAMPLE.subscriberSvcId, limit: '10' },
    answer: {
      ...envelope('/subscribers/invoices'),
      subscriber: NAMED,
      data: [LISTED_INVOICE],
    },
  },
} satisfies Readonly<Record<string, Example>>;
