import { attemptBeganAt, type EventRecord } from '../billing/delivery.ts';
import type { CoreApp, Message } from '../runtime/app.ts';
import { SWEEP_GRACE_MS } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { endEvent } from '../table/events/delivery-attempts.ts';
import { readEndpoint, updateEndpoint } from '../table/events/endpoint-health.ts';
import { listPending } from '../table/events/event-lists.ts';
import { tryWrite } from '../table/table.ts';
import { tellOfFailing } from './endpoint-health.ts';
import { laneOf, type Lane } from './lane.ts';
import { nextAttempt, sweepAction } from './schedule.ts';

/** What happens to a due event: it is sent, or it is due again later (epoch ms). */
export type Redrive = { readonly message: Message; readonly queue: Lane } | { readonly again: number };

/** Redrives a due event: queues its next attempt or, if a crash took the last one, ends it (undefined). Idempotent. */
export async function redriveEvent(app: CoreApp, record: EventRecord): Promise<Redrive | undefined> {
  const step = sweepAction(record, app.clock());
  if (step === 'leave') return { again: record.state === 'TRYING' ? record.lease : record.nextAt };
  try {
    if (step === 'exhaust') {
      if (await endEvent(app, record, 'EXHAUSTED')) await recordExhausted(app, record);
      return undefined;
    }
    // It may wait long, beyond what the list of events searches.
    await listPending(app, record);
    return { message: nextAttempt(record), queue: await laneOf(app, record) };
  } catch (error) {
    app.log.warn('event postponed by a minute', {
      tenant: record.tenant,
      eventId: record.id,
      ...errorFields(error),
    });
    return step === 'send'
      ? { message: nextAttempt(record), queue: 'deliveries' }
      : { again: app.clock() + SWEEP_GRACE_MS };
  }
}

/** Records that a crash of its last attempt exhausted an event, unless that attempt was at an address replaced since. */
async function recordExhausted(app: CoreApp, at: EventRecord): Promise<void> {
  app.log.measure('EventsExhausted', 1, at.type);
  const { address, since, failingSince } = await readEndpoint(app, at.tenant, at.channel);
  if (since !== null && since > attemptBeganAt(at)) return;
  const change = { failingSince: app.clock() };
  if (failingSince === null) await tryWrite(() => updateEndpoint(app, at, change, address));
  await tellOfFailing(app, at);
}
