import type { Channel } from '../billing/delivery.ts';
import {
  type EventRecord,
  type AttemptRecord,
  type ClaimedEvent,
  type PostOutcome,
  isSuccess,
} from '../billing/delivery.ts';
import type { EndpointHealth } from '../billing/endpoint-health.ts';
import type { CoreApp, CallsTenants, SendsTo, OfTenant } from '../runtime/app.ts';
import { STANDING, SECOND_MS, WEBHOOK } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { endStanding, readEndpoint, takePlace } from '../table/events/endpoint-health.ts';
import { TooLate } from '../queue/batch.ts';
import type { AttemptMessage } from '../queue/messages.ts';
import { claimAttempt, endEvent, lookUpDelivery, settleAttempt } from '../table/events/delivery-attempts.ts';
import { listPending } from '../table/events/event-lists.ts';
import { excerptOf } from './excerpt.ts';
import { findDestination } from './destination.ts';
import { recordDeliveryOutcome, tellOfFailing } from './endpoint-health.ts';
import { finishByUse } from './rotation.ts';
import { isClaimable, nextAttempt, statusAfter } from './schedule.ts';
import { forTenant, withRecord } from '../runtime/for-tenant.ts';

/** Whether a delivery may be made now: freely, with a place of its run that its end gives back, or not. */
type Turn = 'free' | 'place' | 'none';

/** What this instance was told when it last asked for a place; it holds for deliveries that begin until then (epoch ms). */
interface Asked {
  readonly turn: Promise<Turn>;
  readonly until: number;
}

const placesOf = cachePerInstance<Asked>();
/** How long the deliveries of one run begin together. */
const TOGETHER_MS = 500;

/** Whether a receiver has answered in good time lately, and nothing is overdue there. Its deliveries need no place. */
const isOfGoodStanding = ({ quickAt }: EndpointHealth, now: number): boolean =>
  quickAt !== null && now - quickAt < STANDING.keptMs;

/**
 * The turn of a delivery. A receiver of unknown standing holds `STANDING.places` runs of the lane at most, each with all the
 * deliveries that it has received together; the others wait, so that they keep no other tenant's waiting. Never throws: a
 * place that cannot be recorded costs no delivery.
 */
async function turnOf(app: CoreApp & OfTenant, to: Channel, known: EndpointHealth): Promise<Turn> {
  if (isOfGoodStanding(known, app.clock())) return 'free';
  const places = placesOf(app);
  const name = `${app.tenantId} ${to}`;
  const asked = places.get(name);
  if (asked && app.clock() < asked.until) return (await asked.turn) === 'none' ? 'none' : 'free';
  const turn = placeFor(app, to, known).catch((error: unknown): Turn => {
    app.log.warn('place at an endpoint not recorded', { tenant: app.tenantId, ...errorFields(error) });
    return 'free';
  });
  places.set(name, { turn, until: app.clock() + TOGETHER_MS });
  return await turn; // before those that wait with it: events keep their order
}

/** Takes a place, by a newer record where another run was faster. */
async function placeFor(app: CoreApp & OfTenant, to: Channel, known: EndpointHealth): Promise<Turn> {
  for (let newest = known, tries = 0; tries <= STANDING.places; tries++) {
    if (isOfGoodStanding(newest, app.clock())) return 'free';
    const place = await takePlace(app, to, newest, app.clock());
    if (place !== 'overtaken') return place === 'taken' ? 'place' : 'none';
    newest = await readEndpoint(app, to);
  }
  return 'none';
}

/** When a delivery to a receiver of good standing is overdue, in ms: by what is usual there. */
const overdueMs = ({ usualMs }: EndpointHealth): number =>
  Math.min(Math.max(STANDING.overdueMs, 3 * (usualMs ?? 0)), STANDING.overdueMaxMs);

/** Ends the good standing of a receiver with an overdue delivery; the next answer in good time restores it. Failures are only logged. */
async function doubt(app: CoreApp & OfTenant, to: Channel, known: EndpointHealth): Promise<void> {
  if (known.quickAt === null) return;
  try {
    await endStanding(app, to, known.quickAt);
  } catch (error) {
    app.log.warn('endpoint health not recorded', { tenant: app.tenantId, ...errorFields(error) });
  }
}

/** What a delivery needs: tenants' receivers and secrets, and the queues for the next attempt. */
export type DeliveryApp = CoreApp & CallsTenants & SendsTo<'deliveries' | 'slow-deliveries'>;

/** A queue of deliveries; `slow-deliveries` is for receivers that would delay others. */
type Lane = 'deliveries' | 'slow-deliveries';

/**
 * Makes the attempt that a message names: claim, POST once, settle, queue the next. Throws our own failures only;
 * `timeLeft` in ms.
 */
export async function attemptDelivery(
  app: DeliveryApp,
  { tenantId, eventId, attempt }: AttemptMessage,
  lane: Lane,
  timeLeft: () => number,
): Promise<void> {
  const own = forTenant(app, tenantId);
  const stored = await lookUpDelivery(own, eventId);
  if (!stored || !isClaimable(stored.record, attempt, app.clock())) return;
  const { record, tenant, endpoint } = stored;
  if (lane === 'deliveries' && endpoint.slowSince !== null) return moveToSlowLane(app, record);
  const destination = await findDestination(withRecord(own, tenant), record);
  if (!destination) {
    await endEvent(app, record, 'SKIPPED');
    return;
  }
  if (timeLeft() < WEBHOOK.startMinMs) throw new TooLate();
  const turn = lane === 'deliveries' ? await turnOf(own, record.channel, endpoint) : 'free';
  if (turn === 'none') return app.queues.deliveries.send([nextAttempt(record, STANDING.againMs / SECOND_MS)]);
  const claimed = await claimAttempt(app, record);
  if (!claimed) return;
  const { headers, body } = destination.write(claimed, claimed.signedAt);
  const deadlineMs = Math.min(WEBHOOK.deadlineMs, timeLeft() - WEBHOOK.settleMs);
  const doubts: Promise<void>[] = [];
  const tell = () => void doubts.push(doubt(own, record.channel, endpoint));
  const overdue = { afterMs: overdueMs(endpoint), tell };
  const outcome = await app.post(destination.url, headers, body, deadlineMs, overdue);
  await Promise.all(doubts);
  const known = doubts.length > 0 ? { ...endpoint, quickAt: null } : endpoint;
  await settle(own, claimed, known, { outcome, hasPlace: turn === 'place' });
  if (record.channel === 'webhook' && isSuccess(outcome))
    await finishByUse(withRecord(own, tenant), claimed.signedAt);
}

/** The event may wait long there, further back than the list of events searches: so it is listed as pending. */
async function moveToSlowLane(app: DeliveryApp, record: EventRecord): Promise<void> {
  await listPending(app, record);
  await app.queues['slow-deliveries'].send([nextAttempt(record)]);
}

async function settle(
  app: DeliveryApp & OfTenant,
  record: ClaimedEvent,
  endpoint: EndpointHealth,
  { outcome, hasPlace }: { readonly outcome: PostOutcome; readonly hasPlace: boolean },
): Promise<void> {
  const endedAt = app.clock();
  const status = statusAfter(record, outcome, endedAt);
  const result = resultOf(record, outcome, endedAt);
  const settled = await settleAttempt(app, record, result, status);
  app.log.info(settled ? 'delivery attempted' : 'delivery attempted, but overtaken', {
    tenant: record.tenant,
    eventId: record.id,
    eventType: record.type,
    attempt: record.attempt,
    outcome: status.state,
    status: result.status ?? undefined,
    tookMs: result.tookMs,
  });
  if (!settled) return;
  if (status.state === 'EXHAUSTED') app.log.measure('EventsExhausted', 1, record.type);
  const ended = { outcome, state: status.state, hasPlace };
  const { slowSince } = await recordDeliveryOutcome(app, record.channel, endpoint, ended);
  if (status.state === 'EXHAUSTED') await tellOfFailing(app, record.channel);
  if (status.state === 'WAITING')
    await queueNextAttempt(app, record, slowSince === null ? 'deliveries' : 'slow-deliveries');
}

/** If the send fails, nothing is lost: the event is due and the sweep sends it. */
async function queueNextAttempt(app: DeliveryApp, record: ClaimedEvent, lane: Lane): Promise<void> {
  try {
    await app.queues[lane].send([nextAttempt(record, WEBHOOK.retryAfterMs / 1000)]);
  } catch (error) {
    app.log.warn('next attempt left to the sweep', {
      tenant: record.tenant,
      eventId: record.id,
      ...errorFields(error),
    });
  }
}

function resultOf(record: ClaimedEvent, outcome: PostOutcome, endedAt: number): AttemptRecord {
  const { attempt, transactionId, signedAt } = record;
  const { tookMs } = outcome;
  const common = { attempt, transactionId, signedAt, endedAt, tookMs };
  return outcome.is === 'answered'
    ? { ...common, status: outcome.status, why: null, answer: excerptOf(outcome.body) }
    : { ...common, status: null, why: outcome.why, answer: null };
}
