import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTimeline } from '../../lib/subscriptions/timeline.ts';
import { timelineAnswer, timelineInput } from '../../lib/wire/timeline.ts';
import { subscribersTimeline } from '../../lib/rows.ts';

/** GET /subscribers/timeline: what happened to a subscriber, newest first. */
export const create = endpoint(subscribersTimeline, {
  input: ({ query }) => timelineInput(query),
  run: async ({ app, tenant, input }) =>
    timelineAnswer(await readTimeline(app, tenant.id, input.subscriber, input.page), input.page),
});

export const handler = create(live);
