import type { CoreApp } from '../app.ts';
import { FEED_BEHIND_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { lookUpEvents, readEntries } from '../table/event-queries.ts';
import { lookUpEvent, type EventRecord } from '../table/events.ts';
import { Facts } from '../table/facts.ts';
import { beforeInstant, eventPosition } from '../table/positions.ts';

/** Events in the order of their commits, and the cursor after which to go on. */
export interface FeedPage {
  readonly events: readonly EventRecord[];
  /** The last event's id, or the cursor given where there is none after it; null at the beginning of an empty feed. */
  readonly next: string | null;
  /** Whether there was nothing more to read at this moment. */
  readonly atEnd: boolean;
}

/**
 * A tenant's events after a cursor, oldest first. A commit carries the time it was begun at and takes less than 15 s, so
 * what is older than that can get no new neighbour: only that is shown, and nothing ever appears behind a cursor that
 * was handed out. Refused with `invalid_cursor` where the cursor names no event of the tenant.
 */
export async function readFeed(
  app: CoreApp,
  tenant: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<FeedPage> {
  const entries = await readEntries(app, tenant, 'FEED', {
    ...(after !== null && { after: await positionAfter(app, tenant, after) }),
    before: beforeInstant(app.clock() - FEED_BEHIND_MS),
    backwards: false,
    limit: limit + 1,
  });
  const shown = entries.slice(0, limit).map(({ eventId }) => eventId);
  const events = await lookUpEvents(app, tenant, shown);
  notePage(app, tenant, events);
  return {
    events,
    next: shown.at(-1) ?? after,
    atEnd: entries.length <= limit,
  };
}

/** Where events stand, by tenant and id. */
const positions = new Facts<string>();

/**
 * Where in the feed an event stands: a round trip, unless this instance has just shown it. Refused with `invalid_cursor`
 * where the tenant has no such event.
 */
export async function positionAfter(app: CoreApp, tenant: string, eventId: string): Promise<string> {
  const position = await positions.find(app, `${tenant} ${eventId}`, async () => {
    const event = await lookUpEvent(app, tenant, eventId);
    return event?.channel === 'webhook' ? eventPosition(event) : undefined;
  });
  if (position === undefined) throw new Refusal('invalid_cursor');
  return position;
}

/** Remembers where the ends of a page stand: whoever goes on begins at one of them. */
export function notePage(app: CoreApp, tenant: string, shown: readonly EventRecord[]): void {
  for (const event of [shown[0], shown.at(-1)])
    if (event) positions.note(app, `${tenant} ${event.id}`, eventPosition(event));
}
