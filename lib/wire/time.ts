import * as z from 'zod/mini';
import { beginningOfDayIn, endOfDayIn, zone } from '../runtime/zone.ts';
import { DAY_MS } from '../limits.ts';
import { sought } from './read.ts';

/** A time on the wire: ISO 8601, UTC, milliseconds. */
export function iso(at: number): string;
export function iso(at: number | null): string | null;
export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d))?$/;

/** Before an offset, the `+` that arrives as a space if it was not encoded. */
const DECODED_PLUS = / (?=\d\d:?\d\d$)/;

/**
 * The `from` or the `to` of a filter: an ISO 8601 moment, or a date, of which `from` means the first and `to` the last
 * instant in the tenant's zone, so that a date as `to` includes its day. Parses to epoch ms; the one parser of every door.
 */
export const moment = (of: 'from' | 'to') =>
  z.pipe(
    sought(40).check(
      z.overwrite((given) => given.replace(DECODED_PLUS, '+')),
      z.regex(ISO, { error: 'must be an ISO 8601 time with its zone, or a date', abort: true }),
      z.refine(
        (given) => hasFourDigitYear(instantOf(given, of)) && isCalendarDay(given),
        'must be a time that exists',
      ),
    ),
    z.transform((given) => instantOf(given, of)),
  );

function instantOf(given: string, of: 'from' | 'to'): number {
  if (given.length > '0000-00-00'.length) return Date.parse(given);
  return of === 'from' ? beginningOfDayIn(zone(), given) : endOfDayIn(zone(), given);
}

const YEARS = { from: Date.parse('0000-01-01'), before: Date.parse('9999-12-31') + DAY_MS };

/** Whether a time's year has four digits in UTC, as answers need; false for NaN. */
const hasFourDigitYear = (at: number) => at >= YEARS.from && at < YEARS.before;

/** Whether the date exists: `Date.parse` reads the 30th of February as the 2nd of March. */
function isCalendarDay(given: string): boolean {
  const [year = NaN, month = NaN, day = NaN] = given.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
