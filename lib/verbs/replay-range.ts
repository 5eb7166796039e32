import { startReplay, type ReplayApp, type ReplayRange } from '../webhooks/replay.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Sends many events again, in the background. Throws what `startReplay` throws. */
export const replayRange = accountVerb({
  route: 'events/replay',
  needs: 'connections',
  name: 'replay-range',
  run: ({ app }: VerbCall<ReplayApp>, range: ReplayRange) => startReplay(app, range),
});
