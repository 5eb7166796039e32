import * as z from 'zod/mini';
import type { SearchedPage } from '../billing/page.ts';
import {
  attemptBeganAt,
  ENDED_STATES,
  stateOf,
  type AttemptRecord,
  type EndedState,
  type EventRecord,
} from '../billing/delivery.ts';
import { EVENT_TYPES } from '../billing/events.ts';
import { idFrom, svcIdOf, uuidIn } from '../billing/identifiers.ts';
import { LIST_LIMIT } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { exclusive, missing } from './identifiers.ts';
import { listAnswer, listMembers, pageIn } from './list.ts';
import { moment, iso } from './time.ts';
import { count, invalid, optional, read, sought } from './read.ts';
import { webhookPayload } from './webhook.ts';

/** Query of GET /events/list. */
export const eventListQuery = z.object({
  ...listMembers,
  type: optional(z.enum(EVENT_TYPES)),
  state: optional(z.enum(['PENDING', ...ENDED_STATES])),
  'svc-id': optional(sought()),
  from: optional(moment('from')),
  to: optional(moment('to')),
});

/** An id that no subscriber has: what a filter by text that is no id looks for. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Reads the query of GET /events/list. */
export function eventListInput(given: unknown) {
  const query = read(eventListQuery, given);
  const svcId = query['svc-id'];
  return {
    page: pageIn(query, uuidIn),
    filter: {
      type: query.type ?? null,
      state: query.state ?? null,
      subscriberId: svcId === undefined ? null : (idFrom('subscription', svcId) ?? NOBODY),
      from: query.from ?? null,
      to: query.to ?? null,
    },
  };
}

/** Answer of GET /events/list. */
export function eventListAnswer(
  page: ReturnType<typeof pageIn>,
  { items, hasMore, next }: SearchedPage<EventRecord>,
) {
  return listAnswer('/events/list', page, { data: items.map(eventView), hasMore, next });
}

/** Query of GET /events. */
export const eventQuery = z.object({ 'event-id': sought() });

/** Reads the query of GET /events. */
export function eventInput(given: unknown): { eventId: string } {
  const { 'event-id': id } = read(eventQuery, given);
  return { eventId: eventIdIn(id) };
}

/** Answer of GET /events. */
export function eventAnswer(event: EventRecord, deliveries: readonly AttemptRecord[]) {
  return {
    status: 'success',
    data: {
      ...eventView(event),
      payload: payloadOf(event, deliveries),
      deliveries: deliveries.map(deliveryView),
    },
  };
}

/** Query of GET /events/feed. */
export const feedQuery = z.object({ after: optional(sought()), limit: count(LIST_LIMIT) });

/** Reads the query of GET /events/feed. */
export function feedInput(given: unknown): { after: string | null; limit: number } {
  const { after, limit } = read(feedQuery, given);
  if (after === undefined) return { after: null, limit };
  return { after: cursorIn(after), limit };
}

/** Answer of GET /events/feed. */
export function feedAnswer(feed: { events: readonly EventRecord[]; next: string | null; atEnd: boolean }) {
  return { status: 'success', events: feed.events.map(eventView), next: feed.next, atEnd: feed.atEnd };
}

const UNDELIVERED = ['EXHAUSTED', 'SKIPPED'] as const satisfies readonly EndedState[];

/** Body of POST /events/replay. */
export const replayBody = z.object({
  eventId: optional(sought()),
  from: optional(moment('from')),
  to: optional(moment('to')),
  states: optional(z.array(z.enum(ENDED_STATES)).check(z.minLength(1), z.maxLength(ENDED_STATES.length))),
  after: optional(sought()),
});

/** What says which events are replayed: names of one line go together. */
const SELECTORS = [['eventId'], ['from', 'to', 'states'], ['after']] as const;

/** Reads the body of POST /events/replay: one event, those of a time, or all after one of them. */
export function replayInput(input: unknown) {
  const body = read(replayBody, input);
  const { eventId, after, from } = body;
  const [first, second] = SELECTORS.flatMap((names) =>
    names.filter((name) => body[name] !== undefined).slice(0, 1),
  );
  if (first !== undefined && second !== undefined) throw exclusive([first], [second]);
  if (eventId !== undefined) return { by: 'event', eventId: eventIdIn(eventId) } as const;
  if (after !== undefined) return { by: 'cursor', after: cursorIn(after) } as const;
  if (from === undefined) throw missing('eventId', 'from', 'after');
  if (body.to !== undefined && from > body.to)
    throw invalid({ field: 'from', message: 'must not be later than to' });
  return { by: 'time', from, to: body.to ?? null, states: body.states ?? UNDELIVERED } as const;
}

/** Query of GET /events/replay. */
export const replayQuery = z.object({ 'replay-id': sought() });

/** Reads the query of GET /events/replay. */
export function replayProgressInput(given: unknown): { replayId: string } {
  const { 'replay-id': id } = read(replayQuery, given);
  const replayId = uuidIn(id);
  if (replayId === undefined) throw new Refusal('replay_not_found');
  return { replayId };
}

/** Answer of POST /events/replay for one event. */
export function replayedAnswer(event: EventRecord) {
  return { status: 'success', data: eventView(event) };
}

interface ShownReplay {
  readonly id: string;
  readonly state: 'RUNNING' | 'DONE';
  readonly replayed: number;
  readonly from: number;
  readonly to: number;
}

/** Answer of POST /events/replay for many, and of GET /events/replay. */
export function replayAnswer({ id, state, replayed, from, to }: ShownReplay) {
  return { status: 'success', data: { replayId: id, state, replayed, from: iso(from), to: iso(to) } };
}

function eventIdIn(given: string): string {
  const id = uuidIn(given);
  if (id === undefined) throw new Refusal('event_not_found');
  return id;
}

function cursorIn(given: string): string {
  const id = uuidIn(given);
  if (id === undefined) throw new Refusal('invalid_cursor');
  return id;
}

function eventView(event: EventRecord) {
  return {
    eventId: event.id,
    notificationType: event.type,
    subtype: event.subtype,
    state: stateOf(event),
    attempts: event.attempt,
    createdAt: iso(event.committedAt),
    nextAttemptAt: event.state === 'WAITING' ? iso(event.nextAt) : null,
    subscriber: {
      id: event.subscriberId,
      svcId: svcIdOf('subscription', event.subscriberId),
      externalId: event.snapshot.customer.externalId ?? null,
    },
  };
}

/** The body as it was last sent: by the attempt in progress, or else by the last one that ended; null before the first. */
function payloadOf(event: EventRecord, deliveries: readonly AttemptRecord[]) {
  const { id: eventId, state, attempt, transactionId } = event;
  const last =
    state === 'TRYING' && transactionId !== null
      ? { attempt, transactionId, signedAt: attemptBeganAt(event) }
      : deliveries.at(-1);
  if (!last) return null;
  const { transactionId: sent, signedAt } = last;
  return webhookPayload(event, { eventId, transactionId: sent, attempt: last.attempt, signedAt });
}

function deliveryView({ attempt, transactionId, signedAt, tookMs, status, why, answer }: AttemptRecord) {
  return { attempt, transactionId, at: iso(signedAt), tookMs, httpStatus: status, error: why, answer };
}
