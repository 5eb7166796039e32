import { EVENTS } from '../webhooks.ts';
import type { Example } from './example.ts';
import { envelope, SAMPLE } from './samples.ts';

const EVENT = {
  eventId: SAMPLE.eventId,
  notificationType: 'SUBSCRIBED',
  subtype: 'INITIAL_BUY',
  state: 'DELIVERED',
  attempts: 1,
  createdAt: SAMPLE.start,
  nextAttemptAt: null,
  subscriber: { id: SAMPLE.subscriberId, svcId: SAMPLE.subscriberSvcId, externalId: 'user-42' },
};

const REPLAY = {
  replayId: SAMPLE.replayId,
  state: 'RUNNING',
  replayed: 0,
  from: SAMPLE.start,
  to: SAMPLE.end,
};

/** Requests and answers of events, their feed and their replay. */
export const examples = {
  listEvents: {
    query: { type: 'SUBSCRIBED', state: 'DELIVERED' },
    answer: { ...envelope('/events/list'), data: [EVENT] },
  },

  getEvent: {
    query: { 'event-id': SAMPLE.eventId },
    answer: {
      status: 'success',
      data: {
        ...EVENT,
        payload: EVENTS.SUBSCRIBED.example,
        deliveries: [
          {
            attempt: 1,
            transactionId: SAMPLE.transactionId,
            at: SAMPLE.start,
            tookMs: 87,
            httpStatus: 200,
            error: null,
            answer: 'ok',
          },
        ],
      },
    },
  },

  feed: {
    query: { limit: '100' },
    answer: { status: 'success', events: [EVENT], next: SAMPLE.eventId, atEnd: true },
  },

  replay: {
    body: { from: SAMPLE.start, states: ['DELIVERED'] },
    answer: { status: 'success', data: REPLAY },
  },

  replayProgress: {
    query: { 'replay-id': SAMPLE.replayId },
    answer: { status: 'success', data: REPLAY },
  },
} satisfies Readonly<Record<string, Example>>;
