import type { Interval } from './records.ts';
import type { Truth } from './truths.ts';

const DAY_MS = 86_400_000;

/** How far ahead of UTC the clock is by which months are counted. */
const AHEAD_MS: Readonly<Record<Truth['periodZone'], number>> = { utc: 0, istanbul: 3 * 3_600_000 };

/**
 * The start of period `index` (from 0) of a grid. Months are calendar months counted from the grid's start in this zone,
 * so that the day of the month is restored after a shorter month; the time of day stays.
 */
export function periodStart(
  gridStart: number,
  interval: Interval,
  intervalCount: number,
  index: number,
  zone: Truth['periodZone'] = 'utc',
): number {
  const steps = intervalCount * index;
  switch (interval) {
    case 'DAILY':
      return gridStart + steps * DAY_MS;
    case 'WEEKLY':
      return gridStart + steps * 7 * DAY_MS;
    case 'MONTHLY':
      return addMonths(gridStart + AHEAD_MS[zone], steps) - AHEAD_MS[zone];
    case 'YEARLY':
      return addMonths(gridStart + AHEAD_MS[zone], steps * 12) - AHEAD_MS[zone];
  }
}

/** The same time of day, some days of 24 hours later. */
export function addDays(time: number, days: number): number {
  return time + days * DAY_MS;
}

function addMonths(time: number, months: number): number {
  const from = new Date(time);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  return first + (day - 1) * DAY_MS + (time % DAY_MS);
}
