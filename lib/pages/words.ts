import { BoundedMap } from '../runtime/instance.ts';
import { zone } from '../runtime/zone.ts';
import type { Interval } from '../billing/plan.ts';
import { LANGUAGE } from './language.ts';
import { language, say } from './say.ts';

const NO_BREAK = '\u00a0';

const FORMATS_MAX = 100;

/** Formats by what they are for: to make one takes fifty times as long as to use it. */
const AMOUNTS = new BoundedMap<Intl.NumberFormat>(FORMATS_MAX);
const DATES = new BoundedMap<Intl.DateTimeFormat>(FORMATS_MAX);

/** The format that is kept under a name, made on its first use. */
function keptFor<Format>(all: BoundedMap<Format>, name: string, make: () => Format): Format {
  const kept = all.get(name);
  if (kept) return kept;
  const format = make();
  all.set(name, format);
  return format;
}

/** `her ay`, `every 3 months`. */
export function every(interval: Interval, count: number): string {
  const isOne = count === 1;
  return {
    DAILY: isOne ? say('every day', 'her gün') : say(`every ${count} days`, `her ${count} günde bir`),
    WEEKLY: isOne ? say('every week', 'her hafta') : say(`every ${count} weeks`, `her ${count} haftada bir`),
    MONTHLY: isOne ? say('every month', 'her ay') : say(`every ${count} months`, `her ${count} ayda bir`),
    YEARLY: isOne ? say('every year', 'her yıl') : say(`every ${count} years`, `her ${count} yılda bir`),
  }[interval];
}

/**
 * `₺1.299,00` in Turkish, `₺1,299.00` in English. A plan at the provider may have a currency that is no code of three
 * letters: it follows the amount as it is.
 */
export function money(amount: string, currency: string): string {
  const isCode = /^[a-z]{3}$/i.test(currency);
  const { locale } = LANGUAGE[language()];
  const format = keptFor(AMOUNTS, `${locale} ${isCode ? currency.toUpperCase() : ''}`, () =>
    isCode
      ? new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      : new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  );
  const formatted = format.format(Number(amount));
  return isCode ? formatted : `${formatted}${NO_BREAK}${currency}`;
}

/** The last moment that a date can name (epoch ms); a plan at the provider may have periods that end later. */
const LAST_DAY = 8.64e15;

const STYLES = {
  /** `14 Kasım 2026`. */
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  /** `14 Kas 2026`, for tables. */
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  /** `14 Kas 2026 10:24`, where a minute decides. */
  minute: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  /** `10:24`. */
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A moment (epoch ms) in words, by the clocks of the tenant's zone; its parts never break over two lines. */
export function moment(at: number, style: keyof typeof STYLES = 'day'): string {
  const { locale } = LANGUAGE[language()];
  const format = keptFor(
    DATES,
    `${locale} ${style} ${zone()}`,
    () => new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone: zone() }),
  );
  const known = Math.min(Number.isNaN(at) ? LAST_DAY : at, LAST_DAY);
  return format.format(known).replaceAll(',', '').replaceAll(' ', NO_BREAK);
}

/** The day of a moment in the tenant's zone, as `YYYY-MM-DD`, for `datetime`. */
export function dayOf(at: number): string {
  const make = () => new Intl.DateTimeFormat('en-CA', { timeZone: zone() });
  return keptFor(DATES, `en-CA ${zone()}`, make).format(Math.min(at, LAST_DAY));
}
