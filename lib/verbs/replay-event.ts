import { replayOne, type ReplayApp } from '../webhooks/replay.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Sends one event again, now. Throws what `replayOne` throws. */
export const replayEvent = accountVerb({
  route: 'events/replay',
  needs: 'connections',
  name: 'replay-event',
  run: ({ app }: VerbCall<ReplayApp>, eventId: string) => replayOne(app, eventId),
});
