import type { CoreApp, SendsTo } from '../app.ts';
import { lookUpEvent } from '../table/events.ts';
import { endEvent, restartEvent } from '../table/delivery-attempts.ts';
import { nextAttempt } from '../queue/messages.ts';
import { sweepAction } from './schedule.ts';

/**
 * What the sweep does with an event it found due: its next attempt is announced again, or, if a crash took the last
 * one, the event has ended. Doing it twice is harmless, because an attempt can be claimed only once. Throws if the
 * queue or the table does; the event is then still due.
 */
export async function redrive(
  app: CoreApp & SendsTo<'deliveries'>,
  tenant: string,
  eventId: string,
): Promise<void> {
  const record = await lookUpEvent(app, tenant, eventId);
  if (!record) return;
  const step = sweepAction(record, app.clock());
  if (step === 'send') await app.queues.deliveries.send([nextAttempt(record)]);
  if (step === 'exhaust') await endEvent(app, record, 'EXHAUSTED');
}

/**
 * Delivers an event that has ended once more: the same eventId, the attempt goes on, up to eleven further attempts.
 * False if there is no such event, or its delivery is still under way.
 */
export async function replay(
  app: CoreApp & SendsTo<'deliveries'>,
  tenant: string,
  eventId: string,
): Promise<boolean> {
  const record = await lookUpEvent(app, tenant, eventId);
  if (!record || record.state === 'WAITING' || record.state === 'TRYING') return false;
  if (!(await restartEvent(app, record))) return false;
  await app.queues.deliveries.send([nextAttempt(record)]);
  return true;
}
