import { DAY_MS, HOUR_MS } from '../limits.ts';

/** Turkey has kept UTC+3 all year round since 2016. */
export const TURKEY_AHEAD_MS = 3 * HOUR_MS;

/** The calendar day in Turkey at a time (epoch ms), `YYYY-MM-DD`. */
export function dayInTurkey(time: number): string {
  return new Date(time + TURKEY_AHEAD_MS).toISOString().slice(0, 10);
}

/** The first moment (epoch ms) of a calendar day in Turkey, `YYYY-MM-DD`. */
export const beginningOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) - TURKEY_AHEAD_MS;

/** The calendar day before another, both `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

/** The calendar day after another, both `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
