import type { EventRecord } from '../billing/delivery.ts';
import type { EndpointHealth } from '../billing/endpoint-health.ts';
import type { CoreApp } from '../runtime/app.ts';
import { STANDING } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { endStanding, readEndpoint, takePlace } from '../table/events/endpoint-health.ts';

type Receiver = Pick<EventRecord, 'tenant' | 'channel'>;

/** Whether a delivery may be made now: freely, with a place of its run that its end gives back, or not. */
export type Turn = 'free' | 'place' | 'none';

/** What this instance was told when it last asked for a place; it holds for deliveries that begin until then (epoch ms). */
interface Asked {
  readonly turn: Promise<Turn>;
  readonly until: number;
}

const placesOf = cachePerInstance<Asked>();
/** How long the deliveries of one run begin together. */
const TOGETHER_MS = 500;

/** Whether a receiver has answered in good time lately, and nothing is overdue there. Its deliveries need no place. */
export const isOfGoodStanding = ({ quickAt }: EndpointHealth, now: number): boolean =>
  quickAt !== null && now - quickAt < STANDING.keptMs;

/**
 * The turn of a delivery. A receiver of unknown standing holds `STANDING.places` runs of the lane at most, each with all the
 * deliveries that it has received together; the others wait, so that they keep no other tenant's waiting. Never throws: a
 * place that cannot be recorded costs no delivery.
 */
export async function turnOf(app: CoreApp, to: Receiver, known: EndpointHealth): Promise<Turn> {
  if (isOfGoodStanding(known, app.clock())) return 'free';
  const places = placesOf(app);
  const name = `${to.tenant} ${to.channel}`;
  const asked = places.get(name);
  if (asked && app.clock() < asked.until) return (await asked.turn) === 'none' ? 'none' : 'free';
  const turn = placeFor(app, to, known).catch((error: unknown): Turn => {
    app.log.warn('place at an endpoint not recorded', { tenant: to.tenant, ...errorFields(error) });
    return 'free';
  });
  places.set(name, { turn, until: app.clock() + TOGETHER_MS });
  return await turn; // before those that wait with it: events keep their order
}

/** Takes a place, by a newer record where another run was faster. */
async function placeFor(app: CoreApp, to: Receiver, known: EndpointHealth): Promise<Turn> {
  for (let newest = known, tries = 0; tries <= STANDING.places; tries++) {
    if (isOfGoodStanding(newest, app.clock())) return 'free';
    const place = await takePlace(app, to, newest, app.clock());
    if (place !== 'overtaken') return place === 'taken' ? 'place' : 'none';
    newest = await readEndpoint(app, to.tenant, to.channel);
  }
  return 'none';
}

/** When a delivery to a receiver of good standing is overdue, in ms: by what is usual there. */
export const overdueMs = ({ usualMs }: EndpointHealth): number =>
  Math.min(Math.max(STANDING.overdueMs, 3 * (usualMs ?? 0)), STANDING.overdueMaxMs);

/** Ends the good standing of a receiver with an overdue delivery; the next answer in good time restores it. Failures are only logged. */
export async function doubt(app: CoreApp, to: Receiver, known: EndpointHealth): Promise<void> {
  if (known.quickAt === null) return;
  try {
    await endStanding(app, to, known.quickAt);
  } catch (error) {
    app.log.warn('endpoint health not recorded', { tenant: to.tenant, ...errorFields(error) });
  }
}
