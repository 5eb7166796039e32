import * as z from 'zod';
import { EVENT_SUBTYPES, EVENT_TYPES } from '../../lib/billing/events.ts';
import { webhookPayload } from '../webhooks.ts';
import { component, list, searchOn, success, SVC_IDS, time, uuid, open } from './shared.ts';

const members = {
  eventId: uuid('the event, which every delivery carries'),
  notificationType: open(z.enum(EVENT_TYPES)),
  subtype: open(z.enum(EVENT_SUBTYPES)).nullable(),
  state: open(
    z
      .enum(['PENDING', 'DELIVERED', 'EXHAUSTED', 'SKIPPED'])
      .describe(
        '`EXHAUSTED` after eleven attempts that failed, `SKIPPED` where there was no webhook at the time.',
      ),
  ),
  attempts: z.number().int().describe('How many were begun.'),
  createdAt: time('When the change that it reports was recorded.'),
  nextAttemptAt: time('When the next attempt is due.').nullable(),
  subscriber: z.strictObject({
    id: uuid('the subscriber'),
    svcId: SVC_IDS.sub,
    externalId: z.string().nullable().describe('Your own id of the person, as it was then.'),
  }),
};

const event = component('ListedEvent', z.strictObject(members));

export const eventListAnswer = component(
  'EventListAnswer',
  z.strictObject({
    ...list('/events/list', event),
    next: searchOn('for a rare state'),
  }),
);

export const eventAnswer = component(
  'EventAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      ...members,
      payload: webhookPayload.nullable().describe('As it was sent last; null before the first attempt.'),
      deliveries: z
        .array(
          z.strictObject({
            attempt: z.number().int(),
            transactionId: uuid('the attempt'),
            at: time('When it began.'),
            tookMs: z.number(),
            httpStatus: z.number().int().nullable(),
            error: z.string().nullable().describe('Why there was no answer.'),
            answer: z.string().nullable().describe('What the receiver answered, up to 1 KB.'),
          }),
        )
        .describe('The last hundred attempts that have ended, oldest first.'),
    }),
  }),
);

export const feedAnswer = component(
  'FeedAnswer',
  z.strictObject({
    status: success,
    events: z.array(event).describe('Oldest first.'),
    next: z.string().nullable().describe('The cursor to continue after; null while there is no event.'),
    atEnd: z.boolean().describe('Whether there was nothing more to read at this moment.'),
  }),
);

const replay = z.strictObject({
  replayId: uuid('the replay'),
  state: open(z.enum(['RUNNING', 'DONE'])),
  replayed: z.number().int().describe('How many events it has brought on their way.'),
  from: time('Beginning of the time it covers.'),
  to: time('Its end.'),
});

export const replayAnswer = component('ReplayAnswer', z.strictObject({ status: success, data: replay }));

export const replayStartedAnswer = component(
  'ReplayStartedAnswer',
  z.strictObject({
    status: success,
    data: z.union([event, replay]).describe('The event where one was named, or else the replay that began.'),
  }),
);
