import { ENDED_STATES, type EndedState, type EventRecord } from '../billing/delivery.ts';
import type { CoreApp, Message, SendsTo, OfTenant } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { Refusal } from '../refusal.ts';
import { messageOf, type ReplayMessage } from '../queue/messages.ts';
import { listableEvents, readEntries, type EventEntry } from '../table/events/event-queries.ts';
import { restartEvent } from '../table/events/restart-event.ts';
import { isFirstInLine, joinReplayLine, leaveReplayLine } from '../table/events/replay-line.ts';
import { claimReplay, lookUpReplay, replayPut, saveReplay, type Replay } from '../table/events/replays.ts';
import { afterInstant, beforeInstant, instantOf } from '../table/events/positions.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { positionAfter } from './feed.ts';
import { lookUpEvent } from '../table/events/events.ts';
import { webhookEvent } from './find-event.ts';
import { nextAttempt } from './schedule.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** What a replay needs: the table, and the queue for replayed events. */
export type ReplayApp = CoreApp & SendsTo<'slow-deliveries'>;

/** Events in progress at once: the most that a new event in the same queue ever waits for. */
const PAGE = 20;
/** Delay before the next step checks whether the whole page was tried: the receiver sets the pace. */
const WAIT_SECONDS = 2;

/** The events to replay: by commit time (epoch ms, inclusive; null for now) and state, or all after one of them. */
export type ReplayRange =
  | {
      readonly by: 'time';
      readonly from: number;
      readonly to: number | null;
      readonly states: readonly EndedState[];
    }
  | { readonly by: 'cursor'; readonly after: string };

/**
 * Delivers an ended event again, up to eleven times. Throws `event_not_found`, `event_not_ended` or `webhook_not_set`.
 */
export async function replayOne(app: ReplayApp & OfTenant, eventId: string): Promise<EventRecord> {
  const [found, { webhook }] = await Promise.all([lookUpEvent(app, { id: eventId }), readTenant(app)]);
  const record = webhookEvent(found);
  if (!webhook) throw new Refusal('webhook_not_set');
  const restarted = ENDED_STATES.some((state) => state === record.state) && (await restartEvent(app, record));
  if (!restarted) throw new Refusal('event_not_ended');
  await send(app, [restarted]);
  return restarted;
}

/**
 * Starts a replay in the background, behind unfinished ones. Throws `webhook_not_set`, `invalid_cursor` or
 * `too_many_replays`.
 */
export async function startReplay(app: ReplayApp & OfTenant, range: ReplayRange): Promise<Replay> {
  const now = app.clock();
  const { webhook } = await readTenant(app);
  if (!webhook) throw new Refusal('webhook_not_set');
  const replay: Replay = {
    ...(await beginningOf(app, range, now)),
    tenant: app.tenantId,
    id: app.newId(),
    state: 'RUNNING',
    revision: 0,
    replayed: 0,
    underWay: [],
  };
  const put = replayPut(replay, now);
  const place = await joinReplayLine(app, replay.id, put);
  if (place === undefined) throw new Refusal('too_many_replays');
  if (place === 0) await sendNextStep(app, replay, 0);
  return replay;
}

/** The replay with this id. Throws `replay_not_found`. */
export async function findReplay(app: CoreApp & OfTenant, id: string): Promise<Replay> {
  const replay = await lookUpReplay(app, id);
  if (!replay) throw new Refusal('replay_not_found');
  return replay;
}

/**
 * One step of a replay: once every event of the last page has been tried, the next page is sent. Each event is
 * restarted once.
 */
export async function continueReplay(
  app: ReplayApp,
  { tenantId, replayId, revision }: ReplayMessage,
): Promise<void> {
  const own = forTenant(app, tenantId);
  const known = await lookUpReplay(own, replayId);
  if (known?.state !== 'RUNNING' || (revision ?? known.revision) !== known.revision) return;
  if (!(await isFirstInLine(own, known.id))) return;
  const replay = await claimReplay(app, known);
  if (!replay) return;
  if (await isUnderWay(own, replay)) return sendNextStep(app, replay, WAIT_SECONDS);
  const entries = await candidates(own, replay);
  const restarted = await restartAll(own, replay, entries);
  const last = entries.at(-1);
  const state = entries.length < PAGE ? 'DONE' : 'RUNNING';
  const position = last ? last.position : replay.position;
  const underWay = restarted.map(({ id, attempt }) => ({ eventId: id, attempt }));
  await saveReplay(app, replay, { state, position, underWay });
  await send(app, restarted);
  if (state === 'DONE') await endTurn(own, replay);
  else await sendNextStep(app, replay, restarted.length > 0 ? WAIT_SECONDS : 0);
}

async function endTurn(app: ReplayApp & OfTenant, { id }: Replay): Promise<void> {
  const next = await leaveReplayLine(app, [id]);
  if (next !== undefined) await trySend(app, [messageOf(messageAnyTime({ tenant: app.tenantId, id: next }))]);
}

async function beginningOf(app: CoreApp & OfTenant, range: ReplayRange, now: number) {
  if (range.by === 'time') {
    const { from, to, states } = range;
    return { from, to: to ?? now, states, position: beforeInstant(from) };
  }
  const position = await positionAfter(app, range.after);
  return { from: instantOf(position), to: now, states: ENDED_STATES, position };
}

/** The next page of matching entries. Delivered events are found in the feed only. */
async function candidates(app: CoreApp & OfTenant, { states, position, to }: Replay): Promise<EventEntry[]> {
  const page = { after: position, before: afterInstant(to), backwards: false, limit: PAGE };
  const listed = states.filter((state) => state !== 'DELIVERED');
  if (listed.length < states.length) return readEntries(app, 'FEED', page);
  const found = await Promise.all(listed.map((state) => readEntries(app, state, page)));
  return found
    .flat()
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .slice(0, PAGE);
}

/** Events that only newer code can read are passed over: they must not keep the tenant's other replays waiting. */
async function restartAll(
  app: CoreApp & OfTenant,
  replay: Replay,
  entries: readonly EventEntry[],
): Promise<EventRecord[]> {
  const ids = entries.map(({ eventId }) => eventId);
  const restarted: EventRecord[] = [];
  for (const event of await listableEvents(app, ids)) {
    const isWanted = replay.states.some((state) => state === event.state) && event.replay !== replay.id;
    const one = isWanted ? await restartEvent(app, event, replay) : undefined;
    if (one) restarted.push(one);
  }
  return restarted;
}

async function isUnderWay(app: CoreApp & OfTenant, { underWay }: Replay): Promise<boolean> {
  if (underWay.length === 0) return false;
  const events = await listableEvents(
    app,
    underWay.map(({ eventId }) => eventId),
  );
  const before = new Map(underWay.map(({ eventId, attempt }) => [eventId, attempt]));
  return events.some(
    ({ id, state, attempt }) => state === 'TRYING' || (state === 'WAITING' && attempt === before.get(id)),
  );
}

/** Uses the queue of the slow lane, so that new events of ordinary receivers do not wait behind a replay. */
async function send(app: ReplayApp, restarted: readonly EventRecord[]): Promise<void> {
  await trySend(
    app,
    restarted.map((event) => nextAttempt(event)),
  );
}

async function sendNextStep(app: ReplayApp, replay: Replay, delaySeconds: number): Promise<void> {
  await trySend(app, [messageOf(replayMessage(replay), delaySeconds)]);
}

/** If the send fails, nothing is lost: events and replays are due, and the sweep finds them. */
async function trySend(app: ReplayApp, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  try {
    await app.queues['slow-deliveries'].send(messages);
  } catch (error) {
    app.log.warn('replay step left to the sweep', errorFields(error));
  }
}

const messageAnyTime = ({ tenant, id }: Pick<Replay, 'tenant' | 'id'>) =>
  ({ kind: 'replay', tenantId: tenant, replayId: id }) as const satisfies ReplayMessage;

const replayMessage = (replay: Replay): ReplayMessage => ({
  ...messageAnyTime(replay),
  revision: replay.revision,
});
