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
import type { Channel, DeliveryState } from '../table/events.ts';
import { isSuccess } from './schedule.ts';

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
 * Keeps what an attempt showed of its endpoint and answers what is known then. The third time-out in a row opens the
 * slow lane, and counts. `known` is what was read before the attempt; after a long one it is read again, since others
 * may have ended meanwhile. Whatever goes wrong is only logged: the attempt is settled, and the next one shows the same.
 */
export async function recordOutcome(
  app: CoreApp,
  at: { readonly tenant: string; readonly channel: Channel },
  known: EndpointHealth,
  outcome: PostOutcome,
  state: DeliveryState,
): Promise<EndpointHealth> {
  const now = app.clock();
  try {
    const newest =
      outcome.tookMs < SLOW_LANE.quickMs ? known : await readEndpoint(app, at.tenant, at.channel);
    const change = endpointChange(newest, outcome, state, now);
    if (!change) return newest;
    const after = await updateEndpoint(app, at.tenant, at.channel, change);
    if (after.timeouts < SLOW_LANE.timeouts || after.slowSince !== null) return after;
    app.log.warn('an endpoint is slow', { tenant: at.tenant, outcome: at.channel });
    if (after.timeouts === SLOW_LANE.timeouts) app.log.measure('EndpointsSlow', 1, at.channel);
    return await updateEndpoint(app, at.tenant, at.channel, { slowSince: now });
  } catch (error) {
    app.log.warn('endpoint health not kept', { tenant: at.tenant, ...errorFields(error) });
    return known;
  }
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
