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
import { EVENT_TYPES, EVENT_SUBTYPES } from '../billing/events.ts';
import { idFrom, svcIdOf, uuidIn } from '../billing/identifiers.ts';
import { LIST_LIMIT } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { exclusive, missing } from './identifiers.ts';
import { listAnswer, listMembers, pageIn } from './list.ts';
import { moment, iso } from './time.ts';
import { count, invalid, optional, read, sought } from './read.ts';
import { webhookPayload, webhookPayloadShape } from './webhook.ts';
import { uuidOf, open, said, timeOf, SVC_IDS, named, listOf, searchOn, success, type Told } from './shape.ts';

const eventMembers = {
  eventId: uuidOf('the event, which every delivery carries'),
  notificationType: open(z.enum(EVENT_TYPES)),
  subtype: z.nullable(open(z.enum(EVENT_SUBTYPES))),
  state: open(
    said(
      z.enum(['PENDING', 'DELIVERED', 'EXHAUSTED', 'SKIPPED']),
      '`EXHAUSTED` after eleven attempts that failed, `SKIPPED` where there was no webhook at the time.',
    ),
  ),
  attempts: said(z.int(), 'How many were begun.'),
  createdAt: timeOf('When the change that it reports was recorded.'),
  nextAttemptAt: z.nullable(timeOf('When the next attempt is due.')),
  subscriber: z.strictObject({
    id: uuidOf('the subscriber'),
    svcId: SVC_IDS.sub,
    externalId: said(z.nullable(z.string()), 'Your own id of the person, as it was then.'),
  }),
};

const eventShape = named('ListedEvent', z.strictObject(eventMembers));

/** The shape of an `eventListAnswer`. */
export const eventListAnswerShape = named(
  'EventListAnswer',
  z.strictObject({
    ...listOf('/events/list', eventShape),
    next: searchOn('for a rare state'),
  }),
);

/** The shape of an `eventAnswer`. */
export const eventAnswerShape = named(
  'EventAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      ...eventMembers,
      payload: said(z.nullable(webhookPayloadShape), 'As it was sent last; null before the first attempt.'),
      deliveries: said(
        z.array(
          z.strictObject({
            attempt: z.int(),
            transactionId: uuidOf('the attempt'),
            at: timeOf('When it began.'),
            tookMs: z.number(),
            httpStatus: z.nullable(z.int()),
            error: said(z.nullable(z.string()), 'Why there was no answer.'),
            answer: said(z.nullable(z.string()), 'What the receiver answered, up to 1 KB.'),
          }),
        ),
        'The last hundred attempts that have ended, oldest first.',
      ),
    }),
  }),
);

/** The shape of a `feedAnswer`. */
export const feedAnswerShape = named(
  'FeedAnswer',
  z.strictObject({
    status: success,
    events: said(z.array(eventShape), 'Oldest first.'),
    next: said(z.nullable(z.string()), 'The cursor to continue after; null while there is no event.'),
    atEnd: said(z.boolean(), 'Whether there was nothing more to read at this moment.'),
  }),
);

const replayShape = z.strictObject({
  replayId: uuidOf('the replay'),
  state: open(z.enum(['RUNNING', 'DONE'])),
  replayed: said(z.int(), 'How many events it has brought on their way.'),
  from: timeOf('Beginning of the time it covers.'),
  to: timeOf('Its end.'),
});

/** The shape of a `replayAnswer`. */
export const replayAnswerShape = named(
  'ReplayAnswer',
  z.strictObject({ status: success, data: replayShape }),
);

/** The shape of a `replayStartedAnswer`. */
export const replayStartedAnswerShape = named(
  'ReplayStartedAnswer',
  z.strictObject({
    status: success,
    data: said(
      z.union([eventShape, replayShape]),
      'The event where one was named, or else the replay that began.',
    ),
  }),
);

/** Query of GET /events/list. */
export const eventListQuery = z.object({
  ...listMembers,
  type: said(optional(z.enum(EVENT_TYPES)), 'Only events of this type.'),
  state: said(optional(z.enum(['PENDING', ...ENDED_STATES])), 'Only events in this state.'),
  'svc-id': said(optional(sought()), 'Our id of the subscriber, as `sub_…` or as a UUID.'),
  from: said(
    optional(moment('from')),
    'From this moment on, ISO 8601 with its zone; inclusive. A date is a day of your `timeZone`, and means its first instant.',
    { type: 'string' },
  ),
  to: said(
    optional(moment('to')),
    'Up to this moment, ISO 8601 with its zone; inclusive. A date is a day of your `timeZone`, and includes it to its last instant.',
    { type: 'string' },
  ),
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
): Told<typeof eventListAnswerShape> {
  return listAnswer('/events/list', page, { data: items.map(eventView), hasMore, next });
}

/** Query of GET /events. */
export const eventQuery = z.object({ 'event-id': said(sought(), 'The id of an event.') });

/** Reads the query of GET /events. */
export function eventInput(given: unknown): { eventId: string } {
  const { 'event-id': id } = read(eventQuery, given);
  return { eventId: eventIdIn(id) };
}

/** Answer of GET /events. */
export function eventAnswer(
  event: EventRecord,
  deliveries: readonly AttemptRecord[],
): Told<typeof eventAnswerShape> {
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
export const feedQuery = z.object({
  after: said(optional(sought()), 'An event id: only events after it; from the oldest stored by default.'),
  limit: said(count(LIST_LIMIT), 'Items a page.'),
});

/** Reads the query of GET /events/feed. */
export function feedInput(given: unknown): { after: string | null; limit: number } {
  const { after, limit } = read(feedQuery, given);
  if (after === undefined) return { after: null, limit };
  return { after: cursorIn(after), limit };
}

/** Answer of GET /events/feed. */
export function feedAnswer(feed: {
  events: readonly EventRecord[];
  next: string | null;
  atEnd: boolean;
}): Told<typeof feedAnswerShape> {
  return { status: 'success', events: feed.events.map(eventView), next: feed.next, atEnd: feed.atEnd };
}

const UNDELIVERED = ['EXHAUSTED', 'SKIPPED'] as const satisfies readonly EndedState[];

/** Body of POST /events/replay. */
export const replayBody = z.object({
  eventId: said(optional(sought()), 'The one event to be sent again.'),
  from: said(
    optional(moment('from')),
    'From this moment on, ISO 8601 with its zone; inclusive. A date is a day of your `timeZone`, and means its first instant.',
    { type: 'string' },
  ),
  to: said(
    optional(moment('to')),
    'Up to this moment, ISO 8601 with its zone; inclusive. A date is a day of your `timeZone`, and includes it to its last instant.',
    { type: 'string' },
  ),
  states: said(
    optional(z.array(z.enum(ENDED_STATES)).check(z.minLength(1), z.maxLength(ENDED_STATES.length))),
    'Only events in these states.',
  ),
  after: said(optional(sought()), 'An event id: only events after it.'),
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
export const replayQuery = z.object({ 'replay-id': said(sought(), 'The id of a replay.') });

/** Reads the query of GET /events/replay. */
export function replayProgressInput(given: unknown): { replayId: string } {
  const { 'replay-id': id } = read(replayQuery, given);
  const replayId = uuidIn(id);
  if (replayId === undefined) throw new Refusal('replay_not_found');
  return { replayId };
}

/** Answer of POST /events/replay for one event. */
export function replayedAnswer(event: EventRecord): Told<typeof replayStartedAnswerShape> {
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
export function replayAnswer({ id, state, replayed, from, to }: ShownReplay): Told<typeof replayAnswerShape> {
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
