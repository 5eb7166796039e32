import { endpoint } from '../../lib/http/endpoint.ts';
import { refundInvoice } from '../../lib/refunds/refund-invoice.ts';
import { live } from '../../lib/runtime/live.ts';
import { refundAnswer, refundInput } from '../../lib/wire/refunds.ts';

/** POST /invoices/refund: gives money back, all that is left of an invoice or a part of it. */
export const create = endpoint('invoices/refund', {
  input: ({ body }) => refundInput(body),
  run: async ({ app, tenant, input, since }) => refundAnswer(await refundInvoice(app, tenant, input, since)),
});

export const handler = create(live);
