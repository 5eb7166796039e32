import { type Channel, type DeliveryState, type PostOutcome, isSuccess } from '../billing/delivery.ts';
import type { EndpointFailure, EndpointHealth } from '../billing/endpoint-health.ts';
import { owePeople } from '../messages/owe.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { ENDPOINT_HEALTH_INTERVAL_MS, SLOW_LANE, STANDING } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { readEndpoint, updateEndpoint, type EndpointChange } from '../table/events/endpoint-health.ts';

/**
 * The change to an endpoint's health after an attempt that ended at `now` (epoch ms); undefined if it is worth no
 * write.
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
    ...standingChange(known, outcome, now),
    ...(state === 'EXHAUSTED' && known.failingSince === null && { failingSince: now }),
    ...(isSuccess(outcome) && known.failingSince !== null && { failingSince: null }),
  };
  const latest = isSuccess(outcome) ? { lastDeliveredAt: now } : { lastFailure: failureOf(outcome, now) };
  const writtenAt = isSuccess(outcome) ? known.lastDeliveredAt : (known.lastFailure?.at ?? null);
  const isOld = writtenAt === null || now - writtenAt >= ENDPOINT_HEALTH_INTERVAL_MS;
  return isOld || Object.keys(change).length > 0 ? { ...change, ...latest } : undefined;
}

/** A delivery that has ended; whether its run had taken a place for it, which it gives back. */
interface EndedDelivery {
  readonly outcome: PostOutcome;
  readonly state: DeliveryState;
  readonly hasPlace?: boolean;
}

/** Records an attempt's result in the endpoint's health, and returns the new one. Failures are only logged. */
export async function recordDeliveryOutcome(
  app: CoreApp & OfTenant,
  channel: Channel,
  known: EndpointHealth,
  { outcome, state, hasPlace }: EndedDelivery,
): Promise<EndpointHealth> {
  const now = app.clock();
  try {
    const newest = outcome.tookMs < SLOW_LANE.quickMs ? known : await readEndpoint(app, channel);
    const found = endpointChange(newest, outcome, state, now);
    const change = hasPlace ? { ...found, givesPlaceBack: true } : found;
    if (!change || newest.address !== known.address) return newest;
    const after = await updateEndpoint(app, channel, change, known.address);
    if (after.timeouts < SLOW_LANE.timeouts || after.slowSince !== null) return after;
    app.log.warn('endpoint is slow', { tenant: app.tenantId, outcome: channel });
    if (after.timeouts === SLOW_LANE.timeouts) app.log.measure('EndpointsSlow', 1, channel);
    return await updateEndpoint(app, channel, { slowSince: now }, known.address);
  } catch (error) {
    app.log.warn('endpoint health not recorded', { tenant: app.tenantId, ...errorFields(error) });
    return known;
  }
}

/** Tells the tenant's developers, once a day, that an event was exhausted. Failures are only logged: the next one tells. */
export async function tellOfFailing(app: CoreApp & OfTenant, channel: Channel): Promise<void> {
  try {
    await owePeople(app, {
      ...{ kind: 'webhook_failing', about: channel },
      ...{ at: app.clock(), once: 'a day' },
    });
  } catch (error) {
    app.log.warn('people not told of a failing webhook', { tenant: app.tenantId, ...errorFields(error) });
  }
}

/** Nothing is counted for an endpoint that is already slow. */
function streakChange(known: EndpointHealth, outcome: PostOutcome): EndpointChange {
  if (outcome.tookMs >= SLOW_LANE.lateMs) return known.slowSince === null ? { timeouts: { add: 1 } } : {};
  return known.timeouts > 0 && known.slowSince === null ? { timeouts: { is: 0 } } : {};
}

/** What ends in good time gives a good standing, also a failure: it holds nothing up. */
function standingChange(known: EndpointHealth, { tookMs }: PostOutcome, now: number): EndpointChange {
  if (tookMs >= SLOW_LANE.lateMs)
    return known.quickAt === null || known.slowSince !== null ? {} : { quickAt: null };
  const isOld = known.quickAt === null || now - known.quickAt >= STANDING.keptMs / 2;
  return isOld ? { quickAt: now, usualMs: tookMs } : {};
}

function laneChange(known: EndpointHealth, outcome: PostOutcome): EndpointChange {
  if (known.slowSince === null) return {};
  const quick = outcome.is === 'answered' && outcome.tookMs < SLOW_LANE.quickMs;
  return quick ? { slowSince: null, timeouts: { is: 0 } } : {};
}

function failureOf(outcome: PostOutcome, at: number): EndpointFailure {
  return outcome.is === 'answered'
    ? { at, httpStatus: outcome.status, error: null }
    : { at, httpStatus: null, error: outcome.why };
}
