import type { Posted } from '../../faults/own-receiver.ts';

/** An event as its tenant's feed names it. */
export interface FedEvent {
  readonly eventId: string;
  /** When the change it tells of was recorded, machine time, epoch ms. */
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
  /** When the last of them arrived first, epoch ms. */
  readonly lastAt: number;
}

export function arrivals(events: readonly FedEvent[], posts: readonly Posted[]): Arrived {
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
    lastAt: Math.max(0, ...firsts.values()),
  };
}

/** The value that a share of all is at or below, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? NaN);
}
