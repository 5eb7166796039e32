import { listInvoices } from '../../lib/invoicing/list.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { invoicesAnswer, invoicesInput } from '../../lib/wire/invoices.ts';
import { subscribersInvoices } from '../../lib/rows.ts';

/** GET /subscribers/invoices: a subscriber's invoices, newest first, with links to their PDFs. */
export const create = endpoint(subscribersInvoices, {
  input: ({ query }) => invoicesInput(query),
  run: async ({ app, tenant, input }) => {
    const { subscription, listed, hasMore } = await listInvoices(app, tenant, input);
    return invoicesAnswer(subscription, input.page, listed, hasMore);
  },
});

export const handler = create(live);
