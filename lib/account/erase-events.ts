import { EVENT, type EventRecord } from '../billing/delivery.ts';
import type { EventSnapshot } from '../billing/events.ts';
import type { CoreApp } from '../runtime/app.ts';
import { erasedCustomer } from '../billing/customer.ts';
import { eraseAnswers } from '../table/events/delivery-attempts.ts';
import { eventsOfCustomer } from '../table/events/event-queries.ts';
import { unchangedSinceRead } from '../table/events/events.ts';
import { Refusal } from '../refusal.ts';
import { key } from '../table/schema.ts';
import { tryWrite } from '../table/table.ts';

/** Throws `not_erasable` while an event of a customer is being delivered, because its answer has still to be recorded. */
export async function refuseWhileDelivered(app: CoreApp, tenant: string, customerId: string): Promise<void> {
  const events = await eventsOfCustomer(app, tenant, customerId);
  if (events.some((event) => isBeingDelivered(event, app.clock()))) throw deliveryInProgress();
}

/**
 * Removes a customer from its events and the receivers' answers, and counts them. Throws `not_erasable` if one is being
 * delivered.
 */
export async function eraseEvents(app: CoreApp, tenant: string, customerId: string): Promise<number> {
  const events = await eventsOfCustomer(app, tenant, customerId);
  for (const event of events) {
    await eraseSnapshot(app, event);
    await eraseAnswers(app, tenant, event.id);
  }
  return events.length;
}

/** Attempts that are claimed later send the erased snapshot. */
async function eraseSnapshot(app: CoreApp, event: EventRecord): Promise<void> {
  const { snapshot, delivered } = event;
  const { gsmNumber: _none, ...customer } = erasedCustomer(snapshot.customer.id);
  if (isBeingDelivered(event, app.clock())) throw deliveryInProgress();
  const isErased = await tryWrite(() =>
    app.table.apply({
      update: key.event(event.tenant, event),
      ...EVENT.change({
        snapshot: { ...withoutComment(snapshot), customer },
        ...(delivered && { delivered: { ...delivered, answer: null } }),
      }),
      if: unchangedSinceRead(event),
    }),
  );
  if (!isErased) throw deliveryInProgress();
}

const isBeingDelivered = ({ state, lease }: EventRecord, now: number) => state === 'TRYING' && lease > now;

const deliveryInProgress = () =>
  new Refusal('not_erasable', {
    message: 'An event of this customer is being delivered; erase it again in a minute.',
    retryAfterSeconds: 60,
  });

/** What somebody wrote in their own words when they cancelled is personal; the reason that they chose is not. */
function withoutComment({ why, ...snapshot }: EventSnapshot): EventSnapshot {
  return why?.reason === undefined ? snapshot : { ...snapshot, why: { reason: why.reason } };
}
