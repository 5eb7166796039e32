import type { CoreApp, Message, SendsTo } from '../app.ts';
import { lookUpEvent, type EventRecord } from '../table/events.ts';
import { endEvent, restartEvent } from '../table/delivery-attempts.ts';
import { recordExhausted } from './endpoint-health.ts';
import { nextAttempt } from './schedule.ts';
import { sweepAction } from './schedule.ts';

/** What becomes of a due event: a message, or waiting until the attempt under way must have ended (epoch ms). */
export type Redrive = { readonly message: Message } | { readonly again: number };

/**
 * What the sweep does with an event it found due: its next attempt is announced again, or, if a crash took the last
 * one, the event has ended (undefined). Doing it twice is harmless, because an attempt can be claimed only once.
 */
export async function redriveEvent(app: CoreApp, record: EventRecord): Promise<Redrive | undefined> {
  const step = sweepAction(record, app.clock());
  if (step === 'send') return { message: nextAttempt(record) };
  if (step === 'leave') return { again: record.state === 'TRYING' ? record.lease : record.nextAt };
  if (await endEvent(app, record, 'EXHAUSTED')) await recordExhausted(app, record);
  return undefined;
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
