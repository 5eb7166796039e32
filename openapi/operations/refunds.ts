import { invoiceQuery, refundBody, refundsQuery } from '../../lib/wire/refunds.ts';
import { invoiceAnswer, refundAnswer, refundsAnswer } from '../answers/refunds.ts';
import type { Operations } from '../operation.ts';
import { PROVIDER_REFUSALS } from '../refusals.ts';
import { examples } from '../examples/refunds.ts';

/** What the description says of invoices by their id, and of money given back. */
export const refunds: Operations = {
  'invoices/get': {
    tag: 'Invoices',
    summary: 'Get an invoice',
    description: 'One invoice with its subscriber, by its id or svcId.',
    query: invoiceQuery,
    answer: invoiceAnswer,
    refusals: ['invoice_not_found'],
    example: examples.invoice,
  },

  'invoices/refund': {
    tag: 'Invoices',
    summary: 'Give money back',
    description:
      'All that is left of a paid invoice, or `amount` of it. The payment provider is read first, and what was given back in its panel counts. 200 with `state` SUCCEEDED, or PENDING while the outcome is looked up: nothing is ever sent twice. With a `clientReferenceId` a repetition gets the same refund. The subscription goes on as before.',
    body: refundBody,
    answer: refundAnswer,
    refusals: [
      'invoice_not_found',
      'amount_too_large',
      'refund_refused',
      'invoice_not_paid',
      'refund_in_progress',
      'already_refunded',
      'too_old',
      'reference_reused',
      'concurrent_change',
      ...PROVIDER_REFUSALS,
    ],
    example: examples.refund,
  },

  'invoices/refunds': {
    tag: 'Invoices',
    summary: 'List refunds',
    description:
      "What was given back, newest first, also in the payment provider's panel (`by` `provider`), and what was refused.",
    query: refundsQuery,
    answer: refundsAnswer,
    refusals: [
      'mutually_exclusive_parameters',
      'invalid_cursor',
      'invoice_not_found',
      'subscriber_not_found',
    ],
    example: examples.refunds,
  },
};
