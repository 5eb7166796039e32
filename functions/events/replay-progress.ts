import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findReplay } from '../../lib/webhooks/replay.ts';
import { replayAnswer, replayProgressInput } from '../../lib/wire/events.ts';
import { eventsReplayProgress } from '../../lib/rows.ts';

/** GET /events/replay: the progress of a bulk replay. */
export const create = endpoint(eventsReplayProgress, {
  input: ({ query }) => replayProgressInput(query),
  run: async ({ app, tenant, input }) => replayAnswer(await findReplay(app, tenant.id, input.replayId)),
});

export const handler = create(live);
