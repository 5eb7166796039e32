import { lookUpSubscribers } from '../../lib/table/subscribers/subscribers.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { withPdfs } from '../../lib/invoicing/pdf.ts';
import { live } from '../../lib/runtime/live.ts';
import { listSubscribers } from '../../lib/subscriptions/list.ts';
import { subscribersAnswer, subscribersInput } from '../../lib/wire/subscriber-list.ts';
import { subscribersList } from '../../lib/rows.ts';

/** GET /subscribers/list: the tenant's subscribers, newest first. */
export const create = endpoint(subscribersList, {
  input: ({ query }) => subscribersInput(query),
  run: async ({ app, tenant, input, now }) => {
    const { items, ...paged } = await listSubscribers(app, tenant.id, input, lookUpSubscribers);
    const listed = items.map(async ({ subscription, latestInvoice }) => {
      const invoices = latestInvoice ? [latestInvoice] : [];
      const [latest] = await withPdfs(app, tenant, subscription.id, invoices);
      return { subscription, latest };
    });
    return subscribersAnswer(await Promise.all(listed), { ...paged, page: input.page }, now);
  },
});

export const handler = create(live);
