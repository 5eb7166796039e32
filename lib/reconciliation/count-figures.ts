import { beginningOf, monthOf, noFigures, withEvent } from '../billing/figures.ts';
import type { Invoice } from '../billing/invoice.ts';
import { DAY_MS, FEED_BEHIND_MS, FIGURES } from '../limits.ts';
import type { CoreApp } from '../runtime/app.ts';
import { listableEvents, readEntries } from '../table/events/event-queries.ts';
import type { EventRecord } from '../table/events/events.ts';
import { beforeInstant } from '../table/events/positions.ts';
import { invoiceFrom } from '../table/subscribers/invoices.ts';
import { countLive } from '../table/subscribers/live-subscribers.ts';
import { range } from '../table/ranges.ts';
import { keepFigures, lookUpFigures, type KeptFigures } from '../table/work/figures.ts';

const COUNTED_TYPES = ['SUBSCRIBED', 'DID_RENEW', 'EXPIRED'] as const;

/** Counts a tenant's figures on, as far as there is time, and keeps them. */
export async function countFigures(app: CoreApp, tenant: string): Promise<void> {
  const known = await lookUpFigures(app, tenant);
  let counted = { figures: thisMonths(app, known), isComplete: false };
  let events = 0;
  while (!counted.isComplete && app.timeLeft() > FIGURES.spareMs) {
    counted = await countOn(app, tenant, counted.figures, FIGURES.eventsAtOnce);
    events += FIGURES.eventsAtOnce;
  }
  const live = counted.isComplete
    ? await countLive(app, tenant, Number.MAX_SAFE_INTEGER)
    : counted.figures.live;
  const now = app.clock();
  const isLarge = events > FIGURES.eventsAtOnce || live > FIGURES.liveShown;
  const later = isLarge ? now + FIGURES.againMs : null;
  const figures = { ...counted.figures, live, countedAt: now };
  await keepFigures(app, tenant, figures, known, counted.isComplete ? later : now);
}

/** A tenant's figures of this month, up to now as far as that takes few reads. */
export interface FiguresNow extends KeptFigures {
  /** Whether everything is counted that has happened. */
  readonly isComplete: boolean;
  /** Whether there are more live subscribers than were counted. */
  readonly areMoreLive: boolean;
}

/** The figures that are kept, with what has happened since. */
export async function figuresNow(app: CoreApp, tenant: string): Promise<FiguresNow> {
  const [known, live] = await Promise.all([
    lookUpFigures(app, tenant),
    countLive(app, tenant, FIGURES.liveShown),
  ]);
  const base = thisMonths(app, known);
  const { figures, isComplete } = await countOn(app, tenant, base, FIGURES.eventsShown);
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

/** The figures with the next events of the feed, at most `limit`, and whether those are all. */
async function countOn(
  app: CoreApp,
  tenant: string,
  from: KeptFigures,
  limit: number,
): Promise<{ readonly figures: KeptFigures; readonly isComplete: boolean }> {
  const entries = await readEntries(app, tenant, 'FEED', {
    types: COUNTED_TYPES,
    after: from.position,
    before: beforeInstant(app.clock() - FEED_BEHIND_MS),
    backwards: false,
    limit: limit + 1,
  });
  const isComplete = entries.length <= limit;
  const shown = entries.slice(0, limit);
  const events = await inHundreds(
    shown.map(({ eventId }) => eventId),
    (some) => listableEvents(app, tenant, some),
  );
  const invoices = await Promise.all(events.map((event) => invoiceOf(app, tenant, event)));
  const counted = events.reduce((sum, event, at) => withEvent(sum, event, invoices[at]), withoutRest(from));
  const position = shown.at(-1)?.position ?? from.position;
  return { figures: { ...from, ...counted, position }, isComplete };
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
async function invoiceOf(app: CoreApp, tenant: string, event: EventRecord): Promise<Invoice | undefined> {
  if (event.type === 'EXPIRED') return undefined;
  const all = range.invoices(tenant, event.subscriberId);
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
