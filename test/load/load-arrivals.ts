import type { Posted } from '../faults/own-receiver.ts';

/** A call of AWS as the local cloud recorded it; `end` in epoch ms, no capacity where it was refused. */
export interface RecordedCall {
  readonly function: string;
  readonly action: string;
  readonly keys: readonly string[];
  readonly capacity?: object;
  readonly end: number;
}

/** An event from the instant on at which the transaction that made it had been answered. */
export interface Committed {
  readonly tenantId: string;
  readonly eventId: string;
  /** Epoch ms. */
  readonly at: number;
}

/** What arrived of some tenants' events. Lags in ms, from the commit to the first POST. */
export interface Arrived {
  readonly events: number;
  readonly posts: number;
  readonly lags: readonly number[];
  /** Ids of events that never arrived, and of POSTs about events that were never made. */
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** The partition of an event: its tenant's id and its own. */
const EVENT = /^T#([0-9a-f]+)#E#([0-9a-f-]+)$/;

/** Finds the events in what a function wrote: each of them is put once, in the transaction of the change it tells of. */
export function committed(calls: readonly RecordedCall[], by: string): Committed[] {
  return calls
    .filter((call) => call.function === by && call.action === 'TransactWriteItems' && call.capacity)
    .flatMap(({ keys, end }) => keys.map((key) => ({ found: EVENT.exec(key), end })))
    .flatMap(({ found, end }) =>
      found ? [{ tenantId: found[1] ?? '', eventId: found[2] ?? '', at: end }] : [],
    );
}

export function arrivals(events: readonly Committed[], posts: readonly Posted[]): Arrived {
  const firsts = new Map<string, number>();
  for (const { at, headers } of posts) {
    const id = String(headers['x-svc-event-id']);
    if (!firsts.has(id)) firsts.set(id, at);
  }
  const ids = new Set(events.map(({ eventId }) => eventId));
  return {
    events: ids.size,
    posts: posts.length,
    lags: events.flatMap(({ eventId, at }) => {
      const first = firsts.get(eventId);
      return first === undefined ? [] : [Math.max(0, first - at)];
    }),
    missing: [...ids].filter((id) => !firsts.has(id)),
    unknown: [...firsts.keys()].filter((id) => !ids.has(id)),
  };
}

/** The value that a share of all is at or below, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? NaN);
}
