import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findSubscriber } from '../../lib/table/subscribers/subscribers.ts';
import {
  customerAnswer,
  customerInput,
  customerQuery,
  customerAnswerShape,
} from '../../lib/wire/customer.ts';
import { read } from '../../lib/route.ts';
import { SUBSCRIBER_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** GET /subscribers/customer: who a subscription's documents are made out to. */
export const declared = endpoint({
  name: 'subscribers/get-customer',
  at: 'GET /subscribers/customer',
  uses: read,
  tag: 'Subscribers',
  summary: 'Read who the documents are made out to',
  description: 'The buyer of this subscription, as at its purchase or corrected since.',
  asks: { query: customerQuery },
  answers: customerAnswerShape,
  refusals: ['missing_identifier', 'mutually_exclusive_parameters', ...SUBSCRIBER_REFUSALS],
  example: { query: { 'svc-id': SAMPLE.subscriberSvcId } },
  input: ({ query }) => customerInput(query),
  run: async ({ app, input }) => customerAnswer((await findSubscriber(app, input.subscriber)).subscription),
});

export const { create } = declared;

export const handler = create(live);
