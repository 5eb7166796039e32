import { HOUR, MINUTE } from '../../../support/world/shop.ts';
import type { Stage } from '../stage.ts';

/** While a provider is silent its subscriptions are read again and again: so much time of it is enough. */
const LONGEST_SILENCE_MS = 40 * MINUTE;
/** Each document is tried every quarter of an hour meanwhile; after a day it is late. */
const LONGEST_WRONG_PASSWORD_MS = 26 * HOUR;

/** So much of a time as may go by at the place, and while a provider is silent or refuses us. */
export function shorter({ shops, place }: Stage, ms: number): number {
  if (shops.some(({ trouble }) => trouble.isOn)) return Math.min(ms, LONGEST_SILENCE_MS);
  const isRefused = shops.some(({ wrongPassword }) => wrongPassword);
  return Math.min(ms, place.longestMs, isRefused ? LONGEST_WRONG_PASSWORD_MS : Infinity);
}
