import type { CoreApp, ReadsRates } from '../runtime/app.ts';
import { BoundedMap, perInstance } from '../runtime/instance.ts';
import { dayAfter, dayBefore, dayInTurkey } from '../billing/turkish-day.ts';
import { DAY_MS } from '../limits.ts';
import {
  RATED,
  type Bulletin,
  type BulletinAnswer,
  type BuyingRates,
  type RatedCurrency,
} from '../rates/rates.ts';
import { storeRates, storedRates } from '../table/documents/exchange-rates.ts';

/** Longer than any sequence of days without a bulletin: the longest holidays plus weekends. */
const DAYS_BACK_MAX = 15;
/** The deadline for one bulletin. */
const BULLETIN_LIMIT_MS = 5_000;

/** Whether an amount in this currency needs an exchange rate into lira, and the central bank publishes one. */
export function isRated(currency: string): currency is RatedCurrency {
  return RATED.some((rated) => rated === currency);
}

/** An instance's cache: rates by the day on which they are in force, and until when not to ask a silent bank again. */
interface RateCache {
  readonly days: BoundedMap<BuyingRates>;
  silentUntil: number;
}
const rateCacheOf = perInstance((): RateCache => ({ days: new BoundedMap(), silentUntil: 0 }));
/** How often an instance asks a bank that does not answer. */
const SILENT_MS = 60_000;

/**
 * Liras per unit of a currency: forex buying of the central bank's newest bulletin before that day in Istanbul.
 * Undefined if it is not available now.
 */
export async function exchangeRate(
  app: CoreApp & ReadsRates,
  currency: RatedCurrency,
  paidAt: number,
  timeLeft: () => number,
): Promise<string | undefined> {
  // Bulletins before a day that has not come are not all out yet: nothing is kept of it.
  const day = dayInTurkey(Math.min(paidAt, app.clock()));
  const known = rateCacheOf(app);
  let rates = known.days.get(day) ?? (await storedRates(app, day));
  if (!rates && known.silentUntil <= app.clock()) {
    rates = await readRates(app, day, timeLeft);
    if (!rates) known.silentUntil = app.clock() + SILENT_MS;
  }
  if (rates) known.days.set(day, rates);
  return rates?.[currency];
}

interface BulletinBefore {
  readonly found: Bulletin;
  readonly day: string;
  readonly skipped: readonly string[];
}

async function readRates(
  app: CoreApp & ReadsRates,
  day: string,
  timeLeft: () => number,
): Promise<BuyingRates | undefined> {
  const bank = readerOf(app, timeLeft);
  const before = await bulletinBefore(bank, day);
  if (!before || !(await isLastBefore(bank, before, day, app.clock()))) return undefined;
  await storeRates(app, day, before.day, before.found.buying);
  return before.found.buying;
}

/** Reads bulletins within the time of one each and of the invocation; whatever would not come in time is silence. */
interface Reader {
  of(day: string): Promise<BulletinAnswer>;
  newest(): Promise<BulletinAnswer>;
}

function readerOf({ bulletins }: ReadsRates, timeLeft: () => number): Reader {
  const within = async (read: (limitMs: number) => Promise<BulletinAnswer>): Promise<BulletinAnswer> => {
    const limitMs = Math.min(BULLETIN_LIMIT_MS, timeLeft());
    return limitMs > 0 ? read(limitMs) : { is: 'silent' };
  };
  return {
    of: (day) => within((limitMs) => bulletins.of(day, limitMs)),
    newest: () => within((limitMs) => bulletins.newest(limitMs)),
  };
}

/** The newest bulletin that is found before a day; undefined if none is, or one of the days is silent. */
async function bulletinBefore(bank: Reader, day: string): Promise<BulletinBefore | undefined> {
  const skipped: string[] = [];
  for (let back = dayBefore(day); skipped.length < DAYS_BACK_MAX; back = dayBefore(back)) {
    const answer = await bank.of(back);
    if (answer.is === 'silent') return undefined;
    if (answer.is === 'published') return { found: answer, day: back, skipped };
    skipped.push(back);
  }
  return undefined;
}

/**
 * Whether the days between really had no bulletin, by the number of the next one, or since this one is still the
 * newest.
 */
async function isLastBefore(
  bank: Reader,
  { found, skipped }: BulletinBefore,
  day: string,
  now: number,
): Promise<boolean> {
  const doubtful = skipped.filter((each) => !isWeekend(each));
  if (doubtful.length === 0) return true;
  const areOld = doubtful.every((each) => now >= publicationOf(each) + DAY_MS);
  const next = await bulletinFrom(bank, day, dayInTurkey(now));
  if (next.is === 'published') {
    if (next.number.year === found.number.year) return next.number.nth === found.number.nth + 1;
    return next.number.year === found.number.year + 1 && next.number.nth === 1 && areOld;
  }
  if (next.is === 'silent' || !areOld) return false;
  const newest = await bank.newest();
  return newest.is === 'published' && isSameNumber(newest, found);
}

/** The first bulletin of these days; `none` if all of them have none. */
async function bulletinFrom(bank: Reader, first: string, last: string): Promise<BulletinAnswer> {
  let day = first;
  for (let count = 0; count < DAYS_BACK_MAX && day <= last; count++, day = dayAfter(day)) {
    const answer = await bank.of(day);
    if (answer.is !== 'none') return answer;
  }
  return { is: 'none' };
}

const isSameNumber = (one: Bulletin, other: Bulletin) =>
  one.number.year === other.number.year && one.number.nth === other.number.nth;

const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());

/** When a day's bulletin comes out (epoch ms), if it has one: at 15:30 in Istanbul. */
const publicationOf = (day: string) => Date.parse(`${day}T15:30:00+03:00`);
