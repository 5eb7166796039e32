import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { replayOne, startReplay } from '../../lib/webhooks/replay.ts';
import { replayAnswer, replayedAnswer, replayInput } from '../../lib/wire/events.ts';

/** POST /events/replay: delivers ended events again, one now or many in the background. */
export const create = endpoint('events/replay', {
  input: ({ body }) => replayInput(body),
  run: async ({ app, tenant, input }) =>
    input.by === 'event'
      ? replayedAnswer(await replayOne(app, tenant.id, input.eventId))
      : replayAnswer(await startReplay(app, tenant.id, input)),
});

export const handler = create(live);
