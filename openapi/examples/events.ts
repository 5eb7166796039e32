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
  subscriber: { id: SAMPLE.subscriberId, svcId: SAMPLE.subscriberSvcId },
};

export const listEvents: Example = {
  query: { type: 'SUBSCRIBED', state: 'DELIVERED' },
  answer: { ...envelope('/events/list'), data: [EVENT] },
};

export const getEvent: Example = {
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
};

export const feed: Example = {
  query: { limit: '100' },
  answer: { status: 'success', events: [EVENT], next: SAMPLE.eventId, atEnd: true },
};

const REPLAY = {
  replayId: SAMPLE.replayId,
  state: 'RUNNING',
  replayed: 0,
  from: SAMPLE.start,
  to: SAMPLE.end,
};

export const replay: Example = {
  body: { from: SAMPLE.start, states: ['DELIVERED'] },
  answer: { status: 'success', data: REPLAY },
};

export const replayProgress: Example = {
  query: { 'replay-id': SAMPLE.replayId },
  answer: { status: 'success', data: REPLAY },
};
