import { withPdfs } from '../../lib/invoicing/pdf.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { findIdentified } from '../../lib/subscriptions/find.ts';
import { live } from '../../lib/runtime/live.ts';
import { getAnswer, getInput } from '../../lib/wire/subscribers.ts';
import { subscribersGet } from '../../lib/rows.ts';

/** GET /subscribers: one subscriber with its newest invoice and a link to its PDF. */
export const create = endpoint(subscribersGet, {
  input: ({ query }) => getInput(query),
  run: async ({ app, tenant, input, now }) => {
    const { subscription, latestInvoice } = await findIdentified(app, tenant.id, input);
    const invoices = latestInvoice ? [latestInvoice] : [];
    const [latest] = await withPdfs(app, tenant, subscription.id, invoices);
    return getAnswer(subscription, latest, now);
  },
});

export const handler = create(live);
