import { DAY_MS } from '../limits.ts';
import type { Interval, PlanTerms } from './plan.ts';

const DAYS: Readonly<Record<'DAILY' | 'WEEKLY', number>> = { DAILY: 1, WEEKLY: 7 };
const MONTHS: Readonly<Record<'MONTHLY' | 'YEARLY', number>> = { MONTHLY: 1, YEARLY: 12 };

const isOfDays = (interval: Interval): interval is 'DAILY' | 'WEEKLY' =>
  interval === 'DAILY' || interval === 'WEEKLY';

/**
 * Where the provider will end a period of this plan that begins at `from` (epoch ms). Only for periods that it has not
 * stated yet. Months are calendar months in UTC; a day that a month does not have becomes its last day.
 */
export function periodAfter(
  from: number,
  { interval, intervalCount: count }: Pick<PlanTerms, 'interval' | 'intervalCount'>,
): number {
  if (isOfDays(interval)) return from + count * DAYS[interval] * DAY_MS;
  const then = new Date(from);
  const day = then.getUTCDate();
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + count * MONTHS[interval]);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  return then.setUTCDate(Math.min(day, lastDay));
}
