/** A day of Istanbul's calendar, `YYYY-MM-DD`. */
export type Day = string;

const DAY_MS = 24 * 60 * 60_000;
/** Istanbul has been three hours ahead of UTC, summer and winter, since 2016. */
const ISTANBUL_MS = 3 * 60 * 60_000;
/** When a banking day's bulletin comes out, from midnight in Istanbul. */
const PUBLISHED_MS = (15 * 60 + 30) * 60_000;

/** New year, children's day, labour day, youth day, democracy day, victory day, the republic's eve and day. */
const FIXED_HOLIDAYS = ['01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-28', '10-29'];
/** The two feasts by month and day of the Islamic calendar; the eve of the first is the last day of Ramadan. */
const FEAST_OF_RAMADAN = { month: 10, lastDay: 3 };
const FEAST_OF_SACRIFICE = { month: 12, eve: 9, lastDay: 13 };

const islamic = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  day: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
});

/** The day in Istanbul at an instant (epoch ms). */
export function dayOf(ms: number): Day {
  return isoDay(ms + ISTANBUL_MS);
}

/** The day so many days after one, or before where the number is negative. */
export function dayFrom(day: Day, days: number): Day {
  return isoDay(Date.parse(day) + days * DAY_MS);
}

/** When the bulletin of a day comes out (epoch ms), if it has one. */
export function publishedAt(day: Day): number {
  return Date.parse(day) - ISTANBUL_MS + PUBLISHED_MS;
}

/**
 * Whether a day has a bulletin: no weekend, no public holiday and no eve of one, on which banks work half the day. The
 * feasts are computed from the Umm al-Qura calendar, from which Turkey's may differ by a day in some years.
 */
export function isBankingDay(day: Day): boolean {
  const weekday = new Date(Date.parse(day)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !FIXED_HOLIDAYS.includes(day.slice(5)) && !isFeast(day);
}

/** Which banking day of its year this is, from 1, without those that had no bulletin: bulletins are numbered so. */
export function ordinalInYear(day: Day, without: readonly Day[] = []): number {
  const first = `${day.slice(0, 4)}-01-01`;
  let ordinal = 0;
  for (let each = first; each <= day; each = dayFrom(each, 1))
    if (isBankingDay(each) && !without.includes(each)) ordinal++;
  return ordinal;
}

function isFeast(day: Day): boolean {
  const today = islamicDay(day);
  const tomorrow = islamicDay(dayFrom(day, 1));
  const { eve, lastDay } = FEAST_OF_SACRIFICE;
  return (
    (today.month === FEAST_OF_RAMADAN.month && today.day <= FEAST_OF_RAMADAN.lastDay) ||
    (tomorrow.month === FEAST_OF_RAMADAN.month && tomorrow.day === 1) ||
    (today.month === FEAST_OF_SACRIFICE.month && today.day >= eve && today.day <= lastDay)
  );
}

function islamicDay(day: Day): { month: number; day: number } {
  const parts = islamic.formatToParts(Date.parse(day));
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { month: read('month'), day: read('day') };
}

function isoDay(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10);
}
