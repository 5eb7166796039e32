import type { CoreApp } from '../app.ts';
import { perInstance } from '../instance.ts';
import { readEndpoint } from '../table/endpoint-health.ts';
import type { EventRecord } from '../table/events.ts';

/** How long an instance caches an endpoint's lane, and for how many endpoints. */
const LANE_REMEMBERED_MS = 10_000;
const LANES_REMEMBERED_MAX = 10_000;

/** A queue of deliveries; `slow-deliveries` is for receivers that would delay others. */
export type Lane = 'deliveries' | 'slow-deliveries';

/** A cached lane, and until when it is valid (epoch ms). */
interface Remembered {
  readonly lane: Lane;
  readonly until: number;
}

const lanesOf = perInstance(() => new Map<string, Remembered>());

/** The queue for an event's endpoint, cached for seconds: one read serves all of an endpoint's events. */
export async function laneOf(
  app: CoreApp,
  { tenant, channel }: Pick<EventRecord, 'tenant' | 'channel'>,
): Promise<Lane> {
  const known = lanesOf(app);
  const name = `${tenant} ${channel}`;
  const remembered = known.get(name);
  if (remembered && remembered.until > app.clock()) return remembered.lane;
  const { slowSince } = await readEndpoint(app, tenant, channel);
  const lane = slowSince === null ? 'deliveries' : 'slow-deliveries';
  if (known.size >= LANES_REMEMBERED_MAX) known.clear();
  known.set(name, { lane, until: app.clock() + LANE_REMEMBERED_MS });
  return lane;
}
