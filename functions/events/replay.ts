import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { replayEvent } from '../../lib/verbs/replay-event.ts';
import { replayRange } from '../../lib/verbs/replay-range.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { replayAnswer, replayedAnswer, replayInput } from '../../lib/wire/events.ts';
import { eventsReplay } from '../../lib/rows.ts';

/** POST /events/replay: delivers ended events again, one now or many in the background. */
export const create = endpoint(eventsReplay, {
  input: ({ body }) => replayInput(body),
  run: async ({ input, ...call }) =>
    input.by === 'event'
      ? replayedAnswer(await byKey(replayEvent, call, input.eventId))
      : replayAnswer(await byKey(replayRange, call, input)),
});

export const handler = create(live);
