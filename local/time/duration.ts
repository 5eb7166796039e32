const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
/** One ISO 8601 duration, such as P31D, PT5M or P1Y2M10DT2H30M. */
const DURATION = new RegExp(
  `^P(?!$)(?:${NUMBER}Y)?(?:${NUMBER}M)?(?:${NUMBER}W)?(?:${NUMBER}D)?` +
    `(?:T(?=\\d)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
);
/** A part with a fraction that is not the last one: ISO 8601 has no such durations. */
const EARLY_FRACTION = /[.,]\d+[A-Z]T?\d/;

const HOUR_MS = 3_600_000;

/**
 * The time (epoch ms) a duration after another, by the calendar: a month after the 31st is the last day of a shorter
 * month, and half a month is half of the one it falls in. Undefined if the text is not a duration.
 */
export function after(from: number, duration: string): number | undefined {
  const found = DURATION.exec(duration);
  if (!found || EARLY_FRACTION.test(duration)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part: string | undefined) => Number(part?.replace(',', '.') ?? 0));
  const allMonths = years * 12 + months;
  const start = addMonths(from, Math.trunc(allMonths));
  const restOfMonth = (allMonths % 1) * (addMonths(start, 1) - start);
  const clockMs = (weeks * 7 + days) * 24 * HOUR_MS + hours * HOUR_MS + minutes * 60_000 + seconds * 1000;
  return start + Math.round(restOfMonth + clockMs);
}

function addMonths(from: number, months: number): number {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}
