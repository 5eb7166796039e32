/** One ISO 8601 duration, such as P31D, PT5M or P1Y2M10DT2H30M. */
const DURATION =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

const HOUR_MS = 3_600_000;

/**
 * The time (epoch ms) a duration after another, by the calendar: a month after the 31st is the last day of a shorter
 * month. Undefined if the text is not a duration.
 */
export function after(from: number, duration: string): number | undefined {
  const found = DURATION.exec(duration);
  if (!found) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + years * 12 + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return (
    date.getTime() + (weeks * 7 + days) * 24 * HOUR_MS + hours * HOUR_MS + minutes * 60_000 + seconds * 1000
  );
}
