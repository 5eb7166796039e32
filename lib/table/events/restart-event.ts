import { EVENT, type EventRecord } from '../../billing/delivery.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { WEBHOOK } from '../../limits.ts';
import { attemptPut, statusUpdate } from './delivery-attempts.ts';
import { eventTtl, unchangedSinceRead } from './events.ts';
import { replayCounted, type Replay } from './replays.ts';
import { tryWrite } from '../table.ts';

/**
 * Restarts an ended event with a full set of attempts, and counts it for its bulk replay. Undefined if it has changed.
 */
export async function restartEvent(
  app: CoreApp,
  record: EventRecord,
  replay?: Pick<Replay, 'id'>,
): Promise<EventRecord | undefined> {
  const now = app.clock();
  const anew = {
    lastAttempt: record.attempt + WEBHOOK.attemptsMax,
    transactionId: null,
    delivered: null,
    replay: replay?.id ?? record.replay,
    ttl: eventTtl(now),
  } as const;
  const { update, set, remove } = statusUpdate(record, { state: 'WAITING', nextAt: now });
  const change = EVENT.change(anew);
  const { delivered } = record;
  const made = await tryWrite(() =>
    app.table.write([
      {
        update,
        set: { ...set, ...change.set },
        remove: [...remove, ...change.remove],
        if: unchangedSinceRead(record),
      },
      ...(delivered ? [attemptPut(record, delivered, now)] : []),
      ...(replay ? [replayCounted(record.tenant, replay.id)] : []),
    ]),
  );
  const listed = record.channel === 'webhook' ? 'PENDING' : null;
  return made ? { ...record, ...anew, listed, state: 'WAITING', nextAt: now } : undefined;
}
