import { eventListQuery, eventQuery, feedQuery, replayBody, replayQuery } from '../../lib/wire/events.ts';
import {
  eventAnswer,
  eventListAnswer,
  feedAnswer,
  replayAnswer,
  replayStartedAnswer,
} from '../answers/events.ts';
import type { Operations } from '../operation.ts';
import { examples } from '../examples/events.ts';

/** What the description says of events, their feed and their replay. */
export const events: Operations = {
  'events/list': {
    tag: 'Deliveries',
    summary: 'List events',
    description:
      'Newest first. `from` and `to` are inclusive. Events are kept 90 days. One that waits for its first attempt is found by its state PENDING while it is among the newest, or once it has waited a minute. With `svc-id` the newest 5,000 entries of the customer are searched; whatever is older is in the list without it, and in the feed.',
    query: eventListQuery,
    answer: eventListAnswer,
    refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
    example: examples.listEvents,
  },

  'events/get': {
    tag: 'Deliveries',
    summary: 'Read an event',
    description: 'With its payload as last sent, and its last hundred deliveries.',
    query: eventQuery,
    answer: eventAnswer,
    refusals: ['event_not_found'],
    example: examples.getEvent,
  },

  'events/feed': {
    tag: 'Deliveries',
    summary: 'Follow the events',
    description:
      'Oldest first, after a cursor or from the oldest that is kept. An event never appears behind a cursor that was handed out, so whoever has read to `next` has missed nothing. The feed may run up to 15 seconds behind.',
    query: feedQuery,
    answer: feedAnswer,
    refusals: ['invalid_cursor'],
    example: examples.feed,
  },

  'events/replay': {
    tag: 'Deliveries',
    summary: 'Deliver events once more',
    description:
      'One by its `eventId`; those of a time by `from`, `to` (not earlier; now) and `states` (EXHAUSTED and SKIPPED); or everything `after` an event. The id stays the same, the attempt continues. Many are delivered in the background at the pace of the receiver, each once, never ahead of new events, one such replay after the other.',
    body: replayBody,
    oneOf: [['eventId'], ['from'], ['after']],
    answer: replayStartedAnswer,
    refusals: [
      'event_not_found',
      'event_not_ended',
      'webhook_not_set',
      'too_many_replays',
      'invalid_cursor',
      'missing_identifier',
      'mutually_exclusive_parameters',
    ],
    example: examples.replay,
  },

  'events/replay-progress': {
    tag: 'Deliveries',
    summary: 'Ask how far a replay is',
    description: 'A replay can be asked about for 90 days.',
    query: replayQuery,
    answer: replayAnswer,
    refusals: ['replay_not_found'],
    example: examples.replayProgress,
  },
};
