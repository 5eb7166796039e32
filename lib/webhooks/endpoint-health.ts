import type { CoreApp, PostOutcome } from '../app.ts';
import { ENDPOINT_NOTED_EVERY_MS, SLOW_LANE } from '../limits.ts';
import { errorFields } from '../log.ts';
import {
  readEndpoint,
  updateEndpoint,
  type EndpointChange,
  type EndpointFailure,
  type EndpointHealth,
} from '../table/endpoint-health.ts';
import type { Channel, DeliveryState, EventRecord } from '../table/events.ts';
import { isSuccess } from './schedule.ts';

/** How long an instance of the sweep goes by what it knows of an address, and of how many addresses. */
const LANE_REMEMBERED_MS = 10_000;
const LANES_REMEMBERED_MAX = 10_000;

/**
 * What an attempt that ended at `now` (epoch ms) with an event in `state` changes of what is known of its endpoint;
 * undefined where there is nothing worth a write: an endpoint that goes on as before is noted once a minute.
 */
export function endpointChange(
  known: EndpointHealth,
  outcome: PostOutcome,
  state: DeliveryState,
  now: number,
): EndpointChange | undefined {
  const change = {
    ...streakChange(known, outcome),
    ...laneChange(known, outcome),
    ...(state === 'EXHAUSTED' && known.failingSince === null && { failingSince: now }),
    ...(isSuccess(outcome) && known.failingSince !== null && { failingSince: null }),
  };
  const noted = isSuccess(outcome) ? { lastDeliveredAt: now } : { lastFailure: failureOf(outcome, now) };
  const notedAt = isSuccess(outcome) ? known.lastDeliveredAt : (known.lastFailure?.at ?? null);
  const isOld = notedAt === null || now - notedAt >= ENDPOINT_NOTED_EVERY_MS;
  return isOld || Object.keys(change).length > 0 ? { ...change, ...noted } : undefined;
}

/**
 * Keeps what an attempt showed of its endpoint and answers what is known then. The third time-out in a row opens the slow lane. Whatever goes wrong
 * is logged only: the attempt has been settled, and the next one shows the same.
 */
export async function recordOutcome(
  app: CoreApp,
  at: { readonly tenant: string; readonly channel: Channel },
  known: EndpointHealth,
  outcome: PostOutcome,
  state: DeliveryState,
): Promise<EndpointHealth> {
  const now = app.clock();
  const change = endpointChange(known, outcome, state, now);
  if (!change) return known;
  try {
    const after = await updateEndpoint(app, at.tenant, at.channel, change);
    if (after.timeouts < SLOW_LANE.timeouts || after.slowSince !== null) return after;
    app.log.warn('an endpoint is slow', { tenant: at.tenant, outcome: at.channel });
    app.log.measure('EndpointsSlow', 1, at.channel);
    return await updateEndpoint(app, at.tenant, at.channel, { slowSince: now });
  } catch (error) {
    app.log.warn('endpoint health not kept', { tenant: at.tenant, ...errorFields(error) });
    return known;
  }
}

/** Keeps that an event of an endpoint was exhausted by a crash of its last attempt. */
export async function recordExhausted(app: CoreApp, at: EventRecord): Promise<void> {
  app.log.measure('EventsExhausted', 1, at.type);
  const known = await readEndpoint(app, at.tenant, at.channel);
  if (known.failingSince === null)
    await updateEndpoint(app, at.tenant, at.channel, { failingSince: app.clock() });
}

/** Once an endpoint is slow its time-outs are no longer counted. */
function streakChange(known: EndpointHealth, outcome: PostOutcome): EndpointChange {
  if (isTimeout(outcome)) return known.slowSince === null ? { timeouts: { add: 1 } } : {};
  return known.timeouts > 0 && known.slowSince === null ? { timeouts: { is: 0 } } : {};
}

function laneChange(known: EndpointHealth, outcome: PostOutcome): EndpointChange {
  if (known.slowSince === null) return {};
  const quick = outcome.is === 'answered' && outcome.tookMs < SLOW_LANE.quickMs;
  return quick ? { slowSince: null, timeouts: { is: 0 } } : {};
}

const isTimeout = (outcome: PostOutcome) => outcome.is === 'failed' && outcome.why === 'timeout';

function failureOf(outcome: PostOutcome, at: number): EndpointFailure {
  return outcome.is === 'answered'
    ? { at, httpStatus: outcome.status, error: null }
    : { at, httpStatus: null, error: outcome.why };
}

/** The queue of deliveries: `slow-deliveries` is for receivers that would keep others waiting. */
export type Lane = 'deliveries' | 'slow-deliveries';

/** What an instance remembers of a lane, and until when (epoch ms). */
interface Remembered {
  readonly lane: Lane;
  readonly until: number;
}

const lanes = new WeakMap<object, Map<string, Remembered>>();

/** By which queue an event goes to its address, as of the last seconds: one read for all of an address's events. */
export async function laneOf(
  app: CoreApp,
  { tenant, channel }: Pick<EventRecord, 'tenant' | 'channel'>,
): Promise<Lane> {
  const known = lanes.get(app.memory) ?? new Map<string, Remembered>();
  lanes.set(app.memory, known);
  const name = `${tenant} ${channel}`;
  const remembered = known.get(name);
  if (remembered && remembered.until > app.clock()) return remembered.lane;
  const { slowSince } = await readEndpoint(app, tenant, channel);
  const lane = slowSince === null ? 'deliveries' : 'slow-deliveries';
  if (known.size >= LANES_REMEMBERED_MAX) known.clear();
  known.set(name, { lane, until: app.clock() + LANE_REMEMBERED_MS });
  return lane;
}
