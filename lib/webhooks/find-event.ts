import { ATTEMPT, type AttemptRecord, type EventRecord } from '../billing/delivery.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { Refusal } from '../refusal.ts';
import { lookUpEvent } from '../table/events/events.ts';
import { range } from '../table/ranges.ts';
import { key } from '../table/schema.ts';
import type { Item } from '../table/table.ts';

/** An event that was looked up beside something else, which is waited for before a refusal. Throws `event_not_found`. */
export function webhookEvent(found: EventRecord | undefined): EventRecord {
  if (found?.channel !== 'webhook') throw new Refusal('event_not_found');
  return found;
}

/** What fits into an answer, however often an event was replayed: each attempt has up to 1 KB of its receiver's answer. */
const DELIVERIES_SHOWN = 100;

/** An event with its last hundred finished attempts, oldest first; one round trip or two. Throws `event_not_found`. */
export async function findDeliveries(
  app: CoreApp & OfTenant,
  id: string,
): Promise<{ event: EventRecord; deliveries: AttemptRecord[] }> {
  const [found, first] = await Promise.all([
    lookUpEvent(app, { id }),
    app.table.query({ ...range.attempts(app.tenantId, id), consistent: true, limit: DELIVERIES_SHOWN }),
  ]);
  const event = webhookEvent(found);
  const items = first.length < DELIVERIES_SHOWN ? first : await lastAttempts(app, event);
  const { delivered } = event;
  const attempts = [...items.map((item) => ATTEMPT.read(item)), ...(delivered ? [delivered] : [])];
  // Their keys sort as text, in which the hundredth comes before the eleventh.
  const inOrder = attempts.sort((one, other) => one.attempt - other.attempt);
  return { event, deliveries: inOrder.slice(-DELIVERIES_SHOWN) };
}

async function lastAttempts(app: CoreApp, { tenant, id, attempt: last }: EventRecord): Promise<Item[]> {
  const numbers = Array.from({ length: DELIVERIES_SHOWN }, (_, index) => last - index).filter(
    (one) => one > 0,
  );
  const keys = numbers.map((one) => key.attempt(tenant, id, one));
  const found = await app.table.getMany(keys, { consistent: true });
  return found.filter((item) => item !== undefined);
}
