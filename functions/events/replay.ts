import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { replayEvent } from '../../lib/verbs/replay-event.ts';
import { replayRange } from '../../lib/verbs/replay-range.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import {
  replayAnswer,
  replayBody,
  replayedAnswer,
  replayInput,
  replayStartedAnswerShape,
} from '../../lib/wire/events.ts';
import { setting, part } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /events/replay: delivers ended events again, one now or many in the background. */
export const declared = endpoint({
  name: 'events/replay',
  at: 'POST /events/replay',
  uses: part(setting, { sends: ['slow-deliveries'] }),
  verb: replayRange,
  tag: 'Deliveries',
  summary: 'Deliver events once more',
  description:
    'One by its `eventId`; those of a time by `from`, `to` (not earlier; now) and `states` (EXHAUSTED and SKIPPED); or everything `after` an event. The id stays the same, the attempt continues. Many are delivered in the background at the pace of the receiver, each once, never ahead of new events, one such replay after the other.',
  asks: { body: replayBody, oneOf: [['eventId'], ['from'], ['after']] },
  answers: replayStartedAnswerShape,
  refusals: [
    'event_not_found',
    'event_not_ended',
    'webhook_not_set',
    'too_many_replays',
    'invalid_cursor',
    'missing_identifier',
    'mutually_exclusive_parameters',
  ],
  example: { body: { from: SAMPLE.start, states: ['DELIVERED'] } },
  input: ({ body }) => replayInput(body),
  run: async ({ input, ...call }) =>
    input.by === 'event'
      ? replayedAnswer(await byKey(replayEvent, call, input.eventId))
      : replayAnswer(await byKey(replayRange, call, input)),
});

export const { create } = declared;

export const handler = create(live);
