import { DAY_MS } from '../limits.ts';
import type { Interval, PlanTerms } from './plan.ts';
import { TURKEY_AHEAD_MS } from './turkish-day.ts';

const DAYS: Readonly<Record<'DAILY' | 'WEEKLY', number>> = { DAILY: 1, WEEKLY: 7 };
const MONTHS: Readonly<Record<'MONTHLY' | 'YEARLY', number>> = { MONTHLY: 1, YEARLY: 12 };

const isOfDays = (interval: Interval): interval is 'DAILY' | 'WEEKLY' =>
  interval === 'DAILY' || interval === 'WEEKLY';

type Recurrence = Pick<PlanTerms, 'interval' | 'intervalCount'>;

/**
 * Where the provider will end a period of this plan that begins at `from` (epoch ms). Only for periods that it has not
 * stated yet. Months are calendar months in UTC; a day that a month does not have becomes its last day. In which zone the
 * provider counts is not known: see `isDayKnown`.
 */
export const periodAfter = (from: number, recurrence: Recurrence): number => after(from, recurrence);

/** Whether a period of this plan that begins at `from` (epoch ms) ends on one day, counted in UTC as in Turkey. */
export const isDayKnown = (from: number, recurrence: Recurrence): boolean =>
  Object.is(after(from, recurrence), after(from + TURKEY_AHEAD_MS, recurrence) - TURKEY_AHEAD_MS);

function after(from: number, { interval, intervalCount: count }: Recurrence): number {
  if (isOfDays(interval)) return from + count * DAYS[interval] * DAY_MS;
  const then = new Date(from);
  const day = then.getUTCDate();
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + count * MONTHS[interval]);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  return then.setUTCDate(Math.min(day, lastDay));
}
