import { AsyncLocalStorage } from 'node:async_hooks';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../limits.ts';
import { BoundedMap } from './instance.ts';

/** The zone of a tenant that has named none. */
export const USUAL_ZONE = 'Europe/Istanbul';

/** The zone whose days and times a tenant's pages, files and filters have. */
export const zoneOf = (of?: { readonly brand: { readonly timeZone: string | null } | null }): string =>
  of?.brand?.timeZone ?? USUAL_ZONE;

/** The name of an IANA zone as it is usually spelt; undefined for what is none, such as an offset. */
export function zoneNamed(given: string): string | undefined {
  if (!/^[a-z]/i.test(given)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** How zones say their offset, by their names: to make a format takes fifty times as long as to use it. */
const offsets = new BoundedMap<Intl.DateTimeFormat>(50);

/** How far a zone is ahead of UTC at a moment (epoch ms), in ms. */
function aheadAt(zone: string, at: number): number {
  const known = offsets.get(zone);
  const format = known ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  if (!known) offsets.set(zone, format);
  const said = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(said) ?? [];
  const ms = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === '-' ? -ms : ms;
}

/** A moment (epoch ms) as a zone's clocks show it: `YYYY-MM-DDTHH:MM:SS`. */
export const localIn = (zone: string, at: number): string =>
  new Date(at + aheadAt(zone, at)).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);

/** The first moment (epoch ms) of a calendar day, `YYYY-MM-DD`, in a zone; NaN for what is no day. */
export const beginningOfDayIn = (zone: string, day: string): number =>
  beginningOf(zone, Date.parse(`${day}T00:00:00Z`));

/** The last moment (epoch ms) of a calendar day in a zone, which may have 23 or 25 hours; NaN for what is no day. */
export const endOfDayIn = (zone: string, day: string): number =>
  beginningOf(zone, Date.parse(`${day}T00:00:00Z`) + DAY_MS) - 1;

/** Midnight in a zone, or where its clocks jump over it the moment of the jump. `midnight`: that of UTC on the same day. */
function beginningOf(zone: string, midnight: number): number {
  if (Number.isNaN(midnight)) return NaN;
  const [before, after] = [midnight - DAY_MS, midnight + DAY_MS].map((at) => midnight - aheadAt(zone, at));
  const both = [Math.min(before ?? NaN, after ?? NaN), Math.max(before ?? NaN, after ?? NaN)];
  return both.find((at) => dayNumber(at + aheadAt(zone, at)) === dayNumber(midnight)) ?? NaN;
}

const dayNumber = (at: number): number => Math.floor(at / DAY_MS);

/** The zone of the tenant that is being served: who reads or writes a day need not be handed it by whoever calls. */
const served = new AsyncLocalStorage<string>();

/** Serves a tenant by its own days. */
export const inZoneOf = <T>(tenant: Parameters<typeof zoneOf>[0], serve: () => T): T =>
  served.run(zoneOf(tenant), serve);

/** The zone of the tenant that is being served. */
export const zone = (): string => served.getStore() ?? USUAL_ZONE;
