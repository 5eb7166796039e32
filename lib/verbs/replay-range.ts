import { startReplay, type ReplayApp, type ReplayRange } from '../webhooks/replay.ts';
import { accountVerb, type VerbCall } from './verb.ts';
import { eventsReplay } from '../rows.ts';

/** Sends many events again, in the background. Throws what `startReplay` throws. */
export const replayRange = accountVerb(eventsReplay, {
  name: 'replay-range',
  run: ({ app, tenant }: VerbCall<ReplayApp>, range: ReplayRange) => startReplay(app, tenant.id, range),
});
