import type { App } from '../../lib/runtime/app.ts';

/** What was asked of a table. */
export interface Trips {
  /** Calls that followed one another; calls made at once are one. */
  readonly roundTrips: number;
  readonly items: number;
}

/** The same table for readers, and what they have asked of it since the last look. */
export function countingTrips(table: App['table']): { table: App['table']; look: () => Trips } {
  let roundTrips = 0;
  let items = 0;
  let underWay = 0;
  const counted =
    <Asked extends unknown[], T>(call: (...asked: Asked) => Promise<T>) =>
    async (...asked: Asked): Promise<T> => {
      if (underWay++ === 0) roundTrips++;
      const found = await call(...asked);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      if (Array.isArray(found)) items += found.length;
      return found;
    };
  return {
    table: {
      ...table,
      get: counted((...asked: Parameters<App['table']['get']>) => table.get(...asked)),
      query: counted((...asked: Parameters<App['table']['query']>) => table.query(...asked)),
      list: counted((...asked: Parameters<App['table']['list']>) => table.list(...asked)),
      getMany: counted((...asked: Parameters<App['table']['getMany']>) => table.getMany(...asked)),
    },
    look() {
      const trips = { roundTrips, items };
      roundTrips = 0;
      items = 0;
      return trips;
    },
  };
}
