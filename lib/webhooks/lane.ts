import type { EventRecord } from '../billing/delivery.ts';
import type { CoreApp } from '../runtime/app.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { readEndpoint } from '../table/events/endpoint-health.ts';

/** How long an instance caches an endpoint's lane. */
const LANE_CACHE_MS = 10_000;

/** A queue of deliveries; `slow-deliveries` is for receivers that would delay others. */
export type Lane = 'deliveries' | 'slow-deliveries';

interface CachedLane {
  readonly lane: Lane;
  readonly until: number;
}

const lanesOf = cachePerInstance<CachedLane>();

/** The queue for an event's endpoint, cached for seconds: one read serves all of an endpoint's events. */
export async function laneOf(
  app: CoreApp,
  { tenant, channel }: Pick<EventRecord, 'tenant' | 'channel'>,
): Promise<Lane> {
  const lanes = lanesOf(app);
  const name = `${tenant} ${channel}`;
  const cached = lanes.get(name);
  if (cached && cached.until > app.clock()) return cached.lane;
  const { slowSince } = await readEndpoint(app, tenant, channel);
  const lane = slowSince === null ? 'deliveries' : 'slow-deliveries';
  lanes.set(name, { lane, until: app.clock() + LANE_CACHE_MS });
  return lane;
}
