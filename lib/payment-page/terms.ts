import type { Interval, PlanTerms } from '../billing/plan.ts';
import { DAY_MS } from '../limits.ts';
import type { Words } from './words.ts';

/** The market's time zone. */
const TIME_ZONE = 'Europe/Istanbul';

/** The last moment that a date can name (epoch ms); plans stored by older code may have periods that end later. */
const LAST_DAY = 8.64e15;

/** A plan's cost and dates, written in one language. Dates assume payment today. */
export interface DisplayedTerms {
  readonly amount: string;
  readonly nothing: string;
  /** `her ay`, `every 3 months`. */
  readonly every: string;
  /** The first payment after today. */
  readonly nextPaymentOn: string;
}

/** A plan's price, period and next payment, as text; `now` (epoch ms) is the start of the purchase. Days are Turkish. */
export function displayedTerms(plan: PlanTerms, now: number, words: Words): DisplayedTerms {
  const { price, interval, intervalCount, trialDays } = plan;
  const { one, many } = words.every[interval];
  const next = trialDays > 0 ? now + trialDays * DAY_MS : periodAfter(now, interval, intervalCount);
  return {
    amount: amountIn(words, price, plan.currency),
    nothing: amountIn(words, '0', plan.currency),
    every: intervalCount === 1 ? one : many(intervalCount),
    nextPaymentOn: new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: TIME_ZONE }).format(
      Math.min(Number.isNaN(next) ? LAST_DAY : next, LAST_DAY),
    ),
  };
}

/**
 * `₺1.299,00` in Turkish, `₺1,299.00` in English. Plans stored by older code may name a currency that is no code of three
 * letters: it follows the amount as it is.
 */
function amountIn({ locale }: Words, amount: string, currency: string): string {
  const isCode = /^[a-z]{3}$/i.test(currency);
  const style = isCode
    ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const)
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const formatted = new Intl.NumberFormat(locale, style).format(Number(amount));
  return isCode ? formatted : `${formatted} ${currency}`;
}

const DAYS: Readonly<Record<'DAILY' | 'WEEKLY', number>> = { DAILY: 1, WEEKLY: 7 };
const MONTHS: Readonly<Record<'MONTHLY' | 'YEARLY', number>> = { MONTHLY: 1, YEARLY: 12 };

/** Months are calendar months; a day that a month does not have becomes its last day. */
function periodAfter(from: number, interval: Interval, count: number): number {
  if (interval === 'DAILY' || interval === 'WEEKLY') return from + count * DAYS[interval] * DAY_MS;
  const then = new Date(from);
  const day = then.getUTCDate();
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + count * MONTHS[interval]);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  return then.setUTCDate(Math.min(day, lastDay));
}
