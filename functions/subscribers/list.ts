import { lookUpSubscribers } from '../../lib/table/subscribers/subscribers.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { pdfsOf } from '../../lib/invoicing/pdf.ts';
import { live } from '../../lib/runtime/live.ts';
import { listSubscribers } from '../../lib/subscriptions/list.ts';
import {
  subscribersAnswer,
  subscribersInput,
  subscribersQuery,
  subscribersAnswerShape,
} from '../../lib/wire/subscriber-list.ts';
import { show, part } from '../../lib/route.ts';
import { PAGE_REFUSALS } from '../../lib/http/may-refuse.ts';

/** GET /subscribers/list: the tenant's subscribers, newest first. */
export const declared = endpoint({
  name: 'subscribers/list',
  at: 'GET /subscribers/list',
  uses: part(show, { lists: 'subscribers' }),
  tag: 'Subscribers',
  summary: 'List subscribers',
  description:
    'Newest first, each as `GET /subscribers` shows it. The filters may be combined. It may be a minute behind a purchase, a change of plan or an end, and further while the payment provider does not answer; with `email` it never is. `search` finds those whose e-mail address, or whose name, begins with it, whatever their case and accents, in that order.',
  asks: { query: subscribersQuery },
  answers: subscribersAnswerShape,
  refusals: PAGE_REFUSALS,
  example: { query: { status: 'ACTIVE', limit: '10' } },
  input: ({ query }) => subscribersInput(query),
  run: async ({ app, input, now }) => {
    const { items, ...paged } = await listSubscribers(app, input, lookUpSubscribers);
    const listed = items.map(async ({ subscription, latestInvoice }) => {
      const invoices = latestInvoice ? [latestInvoice] : [];
      const [latest] = await pdfsOf(app, subscription.id, invoices);
      return { subscription, latest };
    });
    return subscribersAnswer(await Promise.all(listed), { ...paged, page: input.page }, now);
  },
});

export const { create } = declared;

export const handler = create(live);
