import type { EventRecord } from '../billing/delivery.ts';
import { beginningOf, monthOf, noFigures, withEvent } from '../billing/figures.ts';
import type { Invoice } from '../billing/invoice.ts';
import { DAY_MS, FEED_BEHIND_MS, FIGURES, MINUTE_MS } from '../limits.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { listableEvents, readEntries, type EventEntry } from '../table/events/event-queries.ts';
import { beforeInstant } from '../table/events/positions.ts';
import { invoiceFrom } from '../table/subscribers/invoices.ts';
import { countLive } from '../table/subscribers/live-subscribers.ts';
import { range } from '../table/ranges.ts';
import { keepFigures, lookUpFigures, type KeptFigures } from '../table/work/figures.ts';

const COUNTED_TYPES = ['SUBSCRIBED', 'DID_RENEW', 'EXPIRED'] as const;

/** Counts a tenant's figures on, as far as there is time, and keeps them. */
export async function countFigures(app: CoreApp & OfTenant): Promise<void> {
  const known = await lookUpFigures(app);
  const base = thisMonths(app, known);
  let counted = { figures: base, events: 0, isComplete: false };
  let events = 0;
  while (!counted.isComplete && app.timeLeft() > FIGURES.spareMs) {
    counted = await countOn(app, counted.figures, FIGURES.eventsAtOnce);
    events += counted.events;
  }
  const live = counted.isComplete ? await countLive(app, Number.MAX_SAFE_INTEGER) : counted.figures.live;
  const now = app.clock();
  const days = Math.max(now - base.countedAt, MINUTE_MS) / DAY_MS;
  const later = events / days > FIGURES.eventsShown ? now + FIGURES.againMs : null;
  const figures = { ...counted.figures, live, countedAt: now };
  await keepFigures(app, figures, known, counted.isComplete ? later : now);
}

/** A tenant's figures of this month, up to now as far as that takes few reads. */
export interface FiguresNow extends KeptFigures {
  /** Whether everything is counted that has happened. */
  readonly isComplete: boolean;
  /** Whether there are more live subscribers than were counted. */
  readonly areMoreLive: boolean;
}

/** The figures that are kept, with what has happened since if that is little: what it costs does not grow with the tenant. */
export async function figuresNow(app: CoreApp & OfTenant): Promise<FiguresNow> {
  const [known, live] = await Promise.all([lookUpFigures(app), countLive(app, FIGURES.liveShown)]);
  const base = thisMonths(app, known);
  const entries = await entriesAfter(app, base, FIGURES.eventsShown);
  const isComplete = entries.length <= FIGURES.eventsShown;
  const figures = isComplete ? await withEntries(app, base, entries) : base;
  const now = app.clock();
  const isLarge = live >= FIGURES.liveShown;
  if (!isComplete) return { ...base, live: isLarge ? base.live : live, isComplete, areMoreLive: isLarge };
  const since = figures.subscribed - base.subscribed - (figures.ended - base.ended);
  const shown = isLarge ? Math.max(base.live + since, live) : live;
  return { ...figures, live: shown, countedAt: now, isComplete, areMoreLive: isLarge && base.live === 0 };
}

/** What is kept, if it is of this month; else a month that begins. */
function thisMonths(app: CoreApp, known: KeptFigures | undefined): KeptFigures {
  const month = monthOf(app.clock());
  if (known?.month === month) return known;
  const position = beforeInstant(beginningOf(month));
  return { live: 0, countedAt: beginningOf(month), ...known, ...noFigures(month), position };
}

/** The figures with the next events of the feed, at most `limit`, how many those are, and whether they are all. */
async function countOn(
  app: CoreApp & OfTenant,
  from: KeptFigures,
  limit: number,
): Promise<{ readonly figures: KeptFigures; readonly events: number; readonly isComplete: boolean }> {
  const entries = await entriesAfter(app, from, limit);
  const some = entries.slice(0, limit);
  const figures = await withEntries(app, from, some);
  return { figures, events: some.length, isComplete: entries.length <= limit };
}

/** What the feed has after the last event that is counted: one more than `limit` where there is more. */
function entriesAfter(app: CoreApp & OfTenant, { position }: KeptFigures, limit: number) {
  return readEntries(app, 'FEED', {
    types: COUNTED_TYPES,
    after: position,
    before: beforeInstant(app.clock() - FEED_BEHIND_MS),
    backwards: false,
    limit: limit + 1,
  });
}

/** The figures with the events of these entries. */
async function withEntries(
  app: CoreApp & OfTenant,
  from: KeptFigures,
  entries: readonly EventEntry[],
): Promise<KeptFigures> {
  const events = await inHundreds(
    entries.map(({ eventId }) => eventId),
    (some) => listableEvents(app, some),
  );
  const invoices = await Promise.all(events.map((event) => invoiceOf(app, event)));
  const counted = events.reduce((sum, event, at) => withEvent(sum, event, invoices[at]), withoutRest(from));
  return { ...from, ...counted, position: entries.at(-1)?.position ?? from.position };
}

function withoutRest({ month, subscribed, renewed, recovered, ended, charged }: KeptFigures) {
  return { month, subscribed, renewed, recovered, ended, charged };
}

async function inHundreds<One, Other>(
  all: readonly One[],
  read: (some: readonly One[]) => Promise<Other[]>,
): Promise<Other[]> {
  const parts = Array.from({ length: Math.ceil(all.length / 100) }, (_, at) =>
    all.slice(at * 100, (at + 1) * 100),
  );
  return (await Promise.all(parts.map(read))).flat();
}

/** The order that an event is about stands in its cause; a purchase is about the first one, unless a trial comes before it. */
async function invoiceOf(app: CoreApp & OfTenant, event: EventRecord): Promise<Invoice | undefined> {
  if (event.type === 'EXPIRED') return undefined;
  const all = range.invoices(app.tenantId, event.subscriberId);
  const isFirst = event.type === 'SUBSCRIBED';
  const items = await app.table.query({
    ...all,
    backwards: !isFirst,
    limit: isFirst ? 1 : FIGURES.invoicesRead,
    consistent: false,
  });
  const invoices = items.map(invoiceFrom);
  return invoices.find(({ order, periodStart }) =>
    isFirst ? periodStart < event.at + DAY_MS : event.cause.startsWith(`order:${order}:`),
  );
}
