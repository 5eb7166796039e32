import type { CoreApp, ReadsRates } from '../runtime/app.ts';
import { BoundedMap, perInstance } from '../runtime/instance.ts';
import { dayBefore, dayInTurkey } from '../billing/turkish-day.ts';
import { RATED, type BuyingRates, type RatedCurrency } from '../rates/rates.ts';
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
 * Liras per unit of a currency, as tax law requires for a payment: forex buying of the central bank's bulletin in force
 * on that day. A bulletin is published in the afternoon and in force from the next day until the next bulletin, so this
 * is the newest bulletin dated before the day in Istanbul. Published bulletins never change, so each day is read once
 * for all instances. Undefined if it is not available now.
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

async function readRates(
  app: CoreApp & ReadsRates,
  day: string,
  timeLeft: () => number,
): Promise<BuyingRates | undefined> {
  let bulletin = day;
  for (let back = 1; back <= DAYS_BACK_MAX; back++) {
    bulletin = dayBefore(bulletin);
    const limitMs = Math.min(BULLETIN_LIMIT_MS, timeLeft());
    if (limitMs <= 0) return undefined;
    const answer = await app.bulletins.of(bulletin, limitMs);
    if (answer.is === 'silent') return undefined;
    if (answer.is === 'none') continue;
    await storeRates(app, day, bulletin, answer.buying);
    return answer.buying;
  }
  return undefined;
}
