import type { CoreApp, ReadsRates } from '../app.ts';
import { perInstance } from '../instance.ts';
import { dayBefore, dayInTurkey } from '../billing/turkish-day.ts';
import { RATED, type BuyingRates, type RatedCurrency } from '../rates/rates.ts';
import { storeRates, storedRates } from '../table/exchange-rates.ts';

/** Longer than any row of days without a bulletin: the longest holidays, with the weekends at both ends. */
const DAYS_BACK_MAX = 15;
/** One bulletin is asked for no longer than this. */
const BULLETIN_LIMIT_MS = 5_000;

/** Whether an amount in this currency needs an exchange rate into lira, and the central bank publishes one. */
export function isRated(currency: string): currency is RatedCurrency {
  return RATED.some((rated) => rated === currency);
}

/** What this instance knows: the rates by the day they are in force on, and until when it need not ask again in vain. */
interface Known {
  readonly days: Map<string, BuyingRates>;
  silentUntil: number;
}
const knownTo = perInstance((): Known => ({ days: new Map(), silentUntil: 0 }));
const DAYS_REMEMBERED = 1_000;
/** A bank that does not answer is asked by an instance at most this often. */
const SILENT_MS = 60_000;

/**
 * Liras for one unit of a currency, as the tax law wants it of a payment: forex buying by the central bank's bulletin in
 * force on that day. A bulletin comes out in the afternoon and is in force from the day after; on days without one the
 * last before stays so. Hence: of the newest bulletin dated before the day in Istanbul. Read once a day by all
 * together, since a published bulletin never changes. Undefined where it cannot be known now.
 */
export async function exchangeRate(
  app: CoreApp & ReadsRates,
  currency: RatedCurrency,
  paidAt: number,
  timeLeft: () => number,
): Promise<string | undefined> {
  const day = dayInTurkey(paidAt);
  const known = knownTo(app);
  let rates = known.days.get(day) ?? (await storedRates(app, day));
  if (!rates && known.silentUntil <= app.clock()) {
    rates = await readRates(app, day, timeLeft);
    if (!rates) known.silentUntil = app.clock() + SILENT_MS;
  }
  if (rates && known.days.size < DAYS_REMEMBERED) known.days.set(day, rates);
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
