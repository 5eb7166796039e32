import type { CoreApp } from '../app.ts';
import { Refusal } from '../refusal.ts';
import { attemptFrom, lookUpEvent, type AttemptRecord, type EventRecord } from '../table/events.ts';
import { fieldsOf } from '../table/fields.ts';
import { range } from '../table/ranges.ts';

/** The tenant's webhook event with this id. Throws `event_not_found`. */
export async function findEvent(app: CoreApp, tenant: string, id: string): Promise<EventRecord> {
  const event = await lookUpEvent(app, tenant, id);
  if (event?.channel !== 'webhook') throw new Refusal('event_not_found');
  return event;
}

/** An event with all its finished attempts, oldest first. One round trip. Throws `event_not_found`. */
export async function findDeliveries(
  app: CoreApp,
  tenant: string,
  id: string,
): Promise<{ event: EventRecord; deliveries: AttemptRecord[] }> {
  const [event, items] = await Promise.all([
    findEvent(app, tenant, id),
    app.table.query({ ...range.attempts(tenant, id), consistent: true }),
  ]);
  const { delivered } = event;
  return {
    event,
    deliveries: [...items.map((item) => attemptFrom(fieldsOf(item))), ...(delivered ? [delivered] : [])],
  };
}
