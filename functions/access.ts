import { accessOf } from '../lib/access/person-access.ts';
import { endpoint } from '../lib/http/endpoint.ts';
import { validFor } from '../lib/http/reply.ts';
import { live } from '../lib/runtime/live.ts';
import { accessAnswer, accessInput, accessQuery, accessAnswerShape } from '../lib/wire/access.ts';
import { read } from '../lib/route.ts';
import { SUBSCRIBER_REFUSALS } from '../lib/http/may-refuse.ts';
import { SAMPLE } from '../lib/wire/samples.ts';

/** GET /access: whether a person may use what was subscribed to, until when, because of what, and with which features. */
export const declared = endpoint({
  name: 'access',
  at: 'GET /access',
  uses: read,
  tag: 'Subscribers',
  summary: 'Ask whether a person is in',
  description:
    'Whether a person may use what was subscribed to, until when, why, and with which features. Send one of the identifiers; the answer is of all the person’s subscriptions. An `email` or `external-id` of nobody is `none`. `Cache-Control` says how long it may be kept.',
  asks: { query: accessQuery },
  answers: accessAnswerShape,
  refusals: ['missing_identifier', 'mutually_exclusive_parameters', ...SUBSCRIBER_REFUSALS],
  example: { query: { 'svc-id': SAMPLE.subscriberSvcId } },
  input: ({ query }) => accessInput(query),
  run: async ({ app, input, now }) => {
    const { person, planNow } = await accessOf(app, input.person, now);
    return validFor(person.validUntil - now, accessAnswer(person, planNow, input.feature));
  },
});

export const { create } = declared;

export const handler = create(live);
