import type { EventRecord } from '../billing/delivery.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { FEED_BEHIND_MS, WEBHOOK } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { lookUpEvents, readEntries } from '../table/events/event-queries.ts';
import { lookUpEvent } from '../table/events/events.ts';
import { timeOfId } from '../table/ids.ts';
import { InstanceCache } from '../table/instance-cache.ts';
import { beforeInstant, eventPosition } from '../table/events/positions.ts';

/** Events in commit order, and the cursor to continue from. */
export interface FeedPage {
  readonly events: readonly EventRecord[];
  /** The last event's id, or the given cursor if nothing follows it; null at the beginning of an empty feed. */
  readonly next: string | null;
  /** Whether nothing more could be read at this moment. */
  readonly atEnd: boolean;
}

/**
 * A tenant's events after a cursor, oldest first, 15 s behind the clock, so that none appears behind a cursor. Throws
 * `invalid_cursor`.
 */
export async function readFeed(
  app: CoreApp & OfTenant,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<FeedPage> {
  const entries = await readEntries(app, 'FEED', {
    // What is over is not kept, though the table may not have deleted it yet: no cursor of it is handed out.
    after:
      after === null ? beforeInstant(app.clock() - WEBHOOK.retentionMs) : await positionAfter(app, after),
    before: beforeInstant(app.clock() - FEED_BEHIND_MS),
    backwards: false,
    limit: limit + 1,
  });
  const shown = entries.slice(0, limit).map(({ eventId }) => eventId);
  const events = await lookUpEvents(app, shown);
  cachePositions(app, events);
  return {
    events,
    next: shown.at(-1) ?? after,
    atEnd: entries.length <= limit,
  };
}

/** Feed positions by tenant and event id, cached per instance. */
const positions = new InstanceCache<string>();

/** An event's position in the feed, cached if this instance has just shown it. Throws `invalid_cursor` if there is none. */
export async function positionAfter(app: CoreApp & OfTenant, eventId: string): Promise<string> {
  const lookUp = async () => {
    const event = await lookUpEvent(app, { id: eventId });
    return event?.channel === 'webhook' ? eventPosition(event) : undefined;
  };
  const isMaybeOver = app.clock() >= timeOfId(eventId) + WEBHOOK.retentionMs; // whatever an instance remembers
  const position = isMaybeOver
    ? await lookUp()
    : await positions.find(app, `${app.tenantId} ${eventId}`, lookUp);
  if (position === undefined) throw new Refusal('invalid_cursor');
  return position;
}

/** Caches the positions of a page's first and last event, where the next page begins. */
export function cachePositions(app: CoreApp & OfTenant, shown: readonly EventRecord[]): void {
  for (const event of [shown[0], shown.at(-1)])
    if (event) positions.add(app, `${app.tenantId} ${event.id}`, eventPosition(event));
}
