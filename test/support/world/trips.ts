import type { App } from '../../../lib/runtime/app.ts';
import { eachCall } from './calls.ts';

/** What was asked of a table. */
export interface Trips {
  /** Calls that followed one another; calls made at once are one. */
  readonly roundTrips: number;
  readonly items: number;
}

const READS: readonly string[] = ['get', 'query', 'list', 'getMany'];

/** The same table for readers, and what they have asked of it since the last look. */
export function countingTrips(table: App['table']): { table: App['table']; look: () => Trips } {
  let roundTrips = 0;
  let items = 0;
  let underWay = 0;
  const counted = eachCall(table, async ({ method }, call) => {
    if (!READS.includes(method)) return call();
    if (underWay++ === 0) roundTrips++;
    const found = await call();
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
    if (Array.isArray(found)) items += found.length;
    return found;
  });
  return {
    table: counted,
    look() {
      const trips = { roundTrips, items };
      roundTrips = 0;
      items = 0;
      return trips;
    },
  };
}
