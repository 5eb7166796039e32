import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findReplay } from '../../lib/webhooks/replay.ts';
import { replayAnswer, replayProgressInput, replayQuery, replayAnswerShape } from '../../lib/wire/events.ts';
import { read } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** GET /events/replay: the progress of a bulk replay. */
export const declared = endpoint({
  name: 'events/replay-progress',
  at: 'GET /events/replay',
  uses: read,
  tag: 'Deliveries',
  summary: 'Ask how far a replay is',
  description: 'A replay can be asked about for 90 days.',
  asks: { query: replayQuery },
  answers: replayAnswerShape,
  refusals: ['replay_not_found'],
  example: { query: { 'replay-id': SAMPLE.replayId } },
  input: ({ query }) => replayProgressInput(query),
  run: async ({ app, input }) => replayAnswer(await findReplay(app, input.replayId)),
});

export const { create } = declared;

export const handler = create(live);
