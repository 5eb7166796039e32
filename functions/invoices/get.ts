import { endpoint } from '../../lib/http/endpoint.ts';
import { pdfsOf } from '../../lib/invoicing/pdf.ts';
import { findInvoice } from '../../lib/refunds/find-invoice.ts';
import { live } from '../../lib/runtime/live.ts';
import { invoiceAnswer, invoiceInput, invoiceQuery, invoiceAnswerShape } from '../../lib/wire/refunds.ts';
import { show } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** GET /invoices: an invoice by its id, with a link to its PDF. */
export const declared = endpoint({
  name: 'invoices/get',
  at: 'GET /invoices',
  uses: show,
  tag: 'Invoices',
  summary: 'Get an invoice',
  description: 'One invoice with its subscriber, by its id or svcId.',
  asks: { query: invoiceQuery },
  answers: invoiceAnswerShape,
  refusals: ['invoice_not_found'],
  example: { query: { 'invoice-id': SAMPLE.invoiceSvcId } },
  input: ({ query }) => invoiceInput(query),
  run: async ({ app, input }) => {
    const { invoice, subscription } = await findInvoice(app, input);
    const [listed = { invoice, pdf: NO_PDF }] = await pdfsOf(app, subscription.id, [invoice]);
    return invoiceAnswer(subscription, listed);
  },
});

export const { create } = declared;

const NO_PDF = { is: 'processing', message: 'The document is being made.' } as const;

export const handler = create(live);
