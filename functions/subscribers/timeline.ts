import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTimeline } from '../../lib/subscriptions/timeline.ts';
import {
  timelineAnswer,
  timelineInput,
  timelineQuery,
  timelineAnswerShape,
} from '../../lib/wire/timeline.ts';
import { read } from '../../lib/route.ts';
import { NAMED_REFUSALS, PAGE_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** GET /subscribers/timeline: what happened to a subscriber, newest first. */
export const declared = endpoint({
  name: 'subscribers/timeline',
  at: 'GET /subscribers/timeline',
  uses: read,
  tag: 'Subscribers',
  summary: 'What happened to a subscriber',
  description: 'Newest first: every transition, what caused it, and the event that reported it.',
  asks: { query: timelineQuery },
  answers: timelineAnswerShape,
  refusals: [...NAMED_REFUSALS, ...PAGE_REFUSALS],
  example: { query: { 'svc-id': SAMPLE.subscriberSvcId } },
  input: ({ query }) => timelineInput(query),
  run: async ({ app, input }) =>
    timelineAnswer(await readTimeline(app, input.subscriber, input.page), input.page),
});

export const { create } = declared;

export const handler = create(live);
