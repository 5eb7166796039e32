import { pdfsOf } from '../../lib/invoicing/pdf.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { findIdentified } from '../../lib/subscriptions/find.ts';
import { live } from '../../lib/runtime/live.ts';
import { getAnswer, getInput, getQuery, subscriberAnswerShape } from '../../lib/wire/subscribers.ts';
import { show } from '../../lib/route.ts';
import { NAMED_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** GET /subscribers: one subscriber with its newest invoice and a link to its PDF. */
export const declared = endpoint({
  name: 'subscribers/get',
  at: 'GET /subscribers',
  uses: show,
  tag: 'Subscribers',
  summary: 'Fetch a subscriber',
  description:
    'By `pay-subscriber-code` or `svc-id`; both may be given if they name the same subscriber. Any reference that the payment provider ever gave works.',
  asks: { query: getQuery },
  answers: subscriberAnswerShape,
  refusals: NAMED_REFUSALS,
  example: { query: { 'svc-id': SAMPLE.subscriberSvcId } },
  input: ({ query }) => getInput(query),
  run: async ({ app, input, now }) => {
    const { subscription, latestInvoice } = await findIdentified(app, input);
    const invoices = latestInvoice ? [latestInvoice] : [];
    const [latest] = await pdfsOf(app, subscription.id, invoices);
    return getAnswer(subscription, latest, now);
  },
});

export const { create } = declared;

export const handler = create(live);
