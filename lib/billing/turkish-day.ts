const offsetMs = 3 * 60 * 60 * 1000;

/** The calendar day in Turkey, `YYYY-MM-DD`. Turkey has kept UTC+3 all year round since 2016. */
export function dayInTurkey(time: number): string {
  return new Date(time + offsetMs).toISOString().slice(0, 10);
}

/** The calendar day before another, both `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
