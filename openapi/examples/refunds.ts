import type { Example } from './example.ts';
import { envelope, SAMPLE } from './samples.ts';
import { LISTED_INVOICE, NAMED } from './subscribers.ts';

const INVOICE_ID = { 'invoice-id': SAMPLE.invoiceSvcId };

const REFUND = {
  id: SAMPLE.refundId,
  svcId: SAMPLE.refundSvcId,
  invoice: { id: SAMPLE.invoiceId, svcId: SAMPLE.invoiceSvcId, invoiceNumber: 'INV-2026-0000001' },
  amount: '25.00',
  currency: 'TRY',
  state: 'SUCCEEDED',
  reason: 'BUYER_REQUEST',
  note: null,
  by: 'request',
  clientReferenceId: 'return 4711',
  requestedAt: SAMPLE.start,
  completedAt: SAMPLE.start,
  errorCode: null,
  errorMessage: null,
  document: { state: 'pending', message: 'The document is being seen to.', taskId: null },
};

/** Requests and answers of single invoices and of money given back. */
export const examples = {
  invoice: {
    query: INVOICE_ID,
    answer: { status: 'success', data: { ...LISTED_INVOICE, subscriber: NAMED } },
  },

  refund: {
    body: { ...INVOICE_ID, amount: '25.00', reason: 'BUYER_REQUEST', clientReferenceId: 'return 4711' },
    answer: {
      status: 'success',
      message: 'The money is given back; the customer sees it within some days, as their bank shows it.',
      data: REFUND,
    },
  },

  refunds: {
    query: { ...INVOICE_ID, limit: '10' },
    answer: { ...envelope('/invoices/refunds'), data: [REFUND] },
  },
} satisfies Readonly<Record<string, Example>>;
