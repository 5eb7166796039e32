import { replayOne, type ReplayApp } from '../webhooks/replay.ts';
import { accountVerb, type VerbCall } from './verb.ts';
import { eventsReplay } from '../rows.ts';

/** Sends one event again, now. Throws what `replayOne` throws. */
export const replayEvent = accountVerb(eventsReplay, {
  name: 'replay-event',
  run: ({ app, tenant }: VerbCall<ReplayApp>, eventId: string) => replayOne(app, tenant.id, eventId),
});
