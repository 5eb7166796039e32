import { attemptBeganAt, type EventRecord } from '../billing/delivery.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import type { AttemptMessage, RedriveMessage } from '../queue/messages.ts';
import { endEvent, eventDue } from '../table/events/delivery-attempts.ts';
import { readEndpoint, updateEndpoint } from '../table/events/endpoint-health.ts';
import { listPending } from '../table/events/event-lists.ts';
import { lookUpEvent } from '../table/events/events.ts';
import { postponeOrThrow } from '../table/work/silences.ts';
import { eventWork } from '../table/work/works.ts';
import { tryWrite } from '../table/table.ts';
import { tellOfFailing } from './endpoint-health.ts';
import { sweepAction } from './schedule.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/**
 * The next attempt of an event that the sweep found due, to be made now. Undefined where it is not late, or has ended: a crash
 * took its last attempt. An event that cannot be read is postponed; one that cannot be postponed stays due, so the sweep forwards
 * it again and its message is done. Idempotent.
 */
export async function redriveEvent(
  app: CoreApp,
  message: RedriveMessage,
): Promise<AttemptMessage | undefined> {
  const { tenantId, eventId } = message;
  const leftToSweep = (error: unknown) =>
    app.log.warn('late event left to the next sweep', errorFields(error));
  try {
    return await redrive(app, message);
  } catch (error) {
    const item = { kind: 'event', work: eventWork(tenantId, eventId), by: 'webhooks/deliver' } as const;
    await postponeOrThrow(app, item, { error, isDue: true }).catch(leftToSweep);
    return undefined;
  }
}

async function redrive(
  app: CoreApp,
  { tenantId, eventId, due }: RedriveMessage,
): Promise<AttemptMessage | undefined> {
  const own = forTenant(app, tenantId);
  const record = await lookUpEvent(own, { id: eventId });
  if (!record) return undefined;
  const step = sweepAction(record, app.clock());
  if (step === 'leave') {
    const at = record.state === 'TRYING' ? record.lease : record.nextAt;
    await tryWrite(() => app.table.apply(eventDue(record, at, due)));
    return undefined;
  }
  if (step === 'exhaust') {
    if (await endEvent(app, record, 'EXHAUSTED')) await recordExhausted(own, record);
    return undefined;
  }
  // It may wait long, beyond what the list of events searches.
  await listPending(app, record);
  return { tenantId, eventId, attempt: record.attempt + 1 };
}

/** Records that a crash of its last attempt exhausted an event, unless that attempt was at an address replaced since. */
async function recordExhausted(app: CoreApp & OfTenant, at: EventRecord): Promise<void> {
  app.log.measure('EventsExhausted', 1, at.type);
  const { address, since, failingSince } = await readEndpoint(app, at.channel);
  if (since !== null && since > attemptBeganAt(at)) return;
  const change = { failingSince: app.clock() };
  if (failingSince === null) await tryWrite(() => updateEndpoint(app, at.channel, change, address));
  await tellOfFailing(app, at.channel);
}
