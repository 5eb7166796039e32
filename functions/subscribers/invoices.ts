import { listInvoices } from '../../lib/invoicing/list.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  invoicesAnswer,
  invoicesInput,
  invoicesQuery,
  invoicesAnswerShape,
} from '../../lib/wire/invoices.ts';
import { show } from '../../lib/route.ts';
import { NAMED_REFUSALS, PAGE_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** GET /subscribers/invoices: a subscriber's invoices, newest first, with links to their PDFs. */
export const declared = endpoint({
  name: 'subscribers/invoices',
  at: 'GET /subscribers/invoices',
  uses: show,
  tag: 'Subscribers',
  summary: 'List the invoices of a subscriber',
  description:
    'Newest first, with links to the PDFs that are ready. `ending_before` gives the page directly before.',
  asks: { query: invoicesQuery },
  answers: invoicesAnswerShape,
  refusals: [...NAMED_REFUSALS, ...PAGE_REFUSALS],
  example: { query: { 'svc-id': SAMPLE.subscriberSvcId, limit: '10' } },
  input: ({ query }) => invoicesInput(query),
  run: async ({ app, input }) => {
    const { subscription, listed, hasMore } = await listInvoices(app, input);
    return invoicesAnswer(subscription, input.page, listed, hasMore);
  },
});

export const { create } = declared;

export const handler = create(live);
