import { checkSwitches, count, oneOf, type Switch, type Switches } from '../switches.ts';
import { dayFrom, dayOf, isBankingDay, publishedAt, type Day } from './banking-days.ts';
import { bulletin, usualBuying } from './bulletin.ts';

/** What the central bank's site answers. */
export interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** How the rates differ from the usual. */
export interface RateSettings {
  /** Forex buying for one unit, in every bulletin whatever its day. */
  readonly USD?: number;
  readonly EUR?: number;
  /** So many requests get HTTP 500. */
  readonly failNext?: number;
  /** So many requests get HTTP 200 with a page that is no bulletin. */
  readonly nonsenseNext?: number;
  /** Banking days that have no bulletin after all, `YYYY-MM-DD`: no number is theirs either. */
  readonly missing?: readonly Day[];
  /** Days whose bulletin is out, and cannot be had for now. */
  readonly hidden?: readonly Day[];
  /** Question 25: what is answered for a day without a bulletin. Default: 404. */
  readonly noBulletin?: keyof typeof NO_BULLETIN;
}

const rate: Switch = {
  takes: 'a number above 0',
  fits: (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
};
const days: Switch = {
  takes: 'a list of days such as 2026-01-30',
  fits: (value) =>
    Array.isArray(value) && value.every((day) => typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day)),
};
/** What `POST /sandbox/rates` takes. */
export const RATE_SWITCHES = {
  USD: rate,
  EUR: rate,
  failNext: count,
  nonsenseNext: count,
  missing: days,
  hidden: days,
  noBulletin: oneOf('notFound', 'page', 'redirect', 'forbidden'),
} as const satisfies Switches & Record<keyof RateSettings, unknown>;

const HTML = 'text/html; charset=utf-8';

/** The ways in which the bank's site may say that a day has no bulletin. */
const NO_BULLETIN = {
  notFound: { status: 404, type: HTML, body: '<h1>404 - File or directory not found.</h1>\n' },
  page: { status: 200, type: HTML, body: '<h1>Resmi tatil</h1>\n' },
  redirect: { status: 302, type: HTML, body: '<h1>Object moved</h1>\n' },
  forbidden: { status: 403, type: HTML, body: '<h1>The requested URL was rejected.</h1>\n' },
} as const satisfies Record<string, Page>;
/** How many days back the newest bulletin is looked for: longer than any row of holidays. */
const LOOK_BACK_DAYS = 30;

/** The central bank's bulletins, published as the clock passes 15:30 in Istanbul on each banking day. */
export class Rates {
  readonly #now: () => number;
  #settings: RateSettings = {};

  constructor(now: () => number) {
    this.#now = now;
  }

  get settings(): RateSettings {
    return this.#settings;
  }

  /** Changes what is named and leaves the rest. Throws `BadControl` where a switch makes no sense. */
  set(given: Readonly<Record<string, unknown>>): RateSettings {
    checkSwitches(RATE_SWITCHES, given);
    this.#settings = { ...this.#settings, ...given };
    return this.#settings;
  }

  reset(): void {
    this.#settings = {};
  }

  /** Answers a path below `/kurlar`: `today.xml`, or `202601/30012026.xml` for a day. */
  answer(path: string): Page {
    if (this.#spend('failNext')) return { status: 500, type: HTML, body: '<h1>Internal Server Error</h1>\n' };
    if (this.#spend('nonsenseNext')) return { status: 200, type: HTML, body: '<h1>Bakım çalışması</h1>\n' };
    const day = path === 'today.xml' ? this.#newest() : dayIn(path);
    if (day === undefined || !this.#isPublished(day))
      return NO_BULLETIN[this.#settings.noBulletin ?? 'notFound'];
    const buying = { ...usualBuying(day), ...this.#set() };
    return {
      status: 200,
      type: 'text/xml; charset=utf-8',
      body: bulletin(day, this.#settings.missing ?? [], buying),
    };
  }

  #set(): Pick<RateSettings, 'USD' | 'EUR'> {
    const { USD, EUR } = this.#settings;
    return { ...(USD !== undefined && { USD }), ...(EUR !== undefined && { EUR }) };
  }

  #newest(): Day | undefined {
    const today = dayOf(this.#now());
    const candidates = Array.from({ length: LOOK_BACK_DAYS }, (_, back) => dayFrom(today, -back));
    return candidates.find((day) => this.#isOut(day));
  }

  #isPublished(day: Day): boolean {
    return this.#isOut(day) && !(this.#settings.hidden?.includes(day) ?? false);
  }

  #isOut(day: Day): boolean {
    const missing = this.#settings.missing?.includes(day) ?? false;
    return !missing && isBankingDay(day) && publishedAt(day) <= this.#now();
  }

  #spend(name: 'failNext' | 'nonsenseNext'): boolean {
    const left = this.#settings[name] ?? 0;
    if (left > 0) this.#settings = { ...this.#settings, [name]: left - 1 };
    return left > 0;
  }
}

/** The day that a bulletin's address names, where its folder is that day's month. */
function dayIn(path: string): Day | undefined {
  const [, folder = '', date = '', month = '', year = ''] =
    /^(\d{6})\/(\d\d)(\d\d)(\d{4})\.xml$/.exec(path) ?? [];
  const day = `${year}-${month}-${date}`;
  return folder === year + month && !Number.isNaN(Date.parse(day)) ? day : undefined;
}
