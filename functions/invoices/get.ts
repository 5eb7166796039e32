import { endpoint } from '../../lib/http/endpoint.ts';
import { withPdfs } from '../../lib/invoicing/pdf.ts';
import { findInvoice } from '../../lib/refunds/find-invoice.ts';
import { live } from '../../lib/runtime/live.ts';
import { invoiceAnswer, invoiceInput } from '../../lib/wire/refunds.ts';
import { invoicesGet } from '../../lib/rows.ts';

/** GET /invoices: an invoice by its id, with a link to its PDF. */
export const create = endpoint(invoicesGet, {
  input: ({ query }) => invoiceInput(query),
  run: async ({ app, tenant, input }) => {
    const { invoice, subscription } = await findInvoice(app, tenant.id, input);
    const [listed = { invoice, pdf: NO_PDF }] = await withPdfs(app, tenant, subscription.id, [invoice]);
    return invoiceAnswer(subscription, listed);
  },
});

const NO_PDF = { is: 'processing', message: 'The document is being made.' } as const;

export const handler = create(live);
