import { MESSAGE_KINDS } from '../../lib/messages/kinds.ts';
import type { Example } from './example.ts';
import { envelope, PERSON, SAMPLE } from './samples.ts';

const kinds = (...on: readonly string[]) =>
  Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, { on: on.includes(kind) }]));

const SENDER = { senderDomain: 'mail.example.com' };

/** Requests and answers about messages. */
export const examples = {
  getMessages: {
    answer: {
      status: 'success',
      data: { ...SENDER, senderName: null, replyTo: null, language: 'customer', kinds: kinds() },
    },
  },

  setMessages: {
    body: {
      senderName: 'Kumru Kahve',
      replyTo: 'help@shop.example',
      kinds: { payment_failed: { on: true } },
    },
    answer: {
      status: 'success',
      data: {
        ...SENDER,
        senderName: 'Kumru Kahve',
        replyTo: 'help@shop.example',
        language: 'customer',
        kinds: kinds('payment_failed'),
      },
    },
  },

  testMessage: {
    body: { kind: 'payment_failed', to: 'me@shop.example' },
    answer: { status: 'success', data: { sent: true, error: null } },
  },

  listMessages: {
    query: { kind: 'payment_failed' },
    answer: {
      ...envelope('/messages/list'),
      data: [
        {
          id: SAMPLE.eventId,
          kind: 'payment_failed',
          to: PERSON.email,
          state: 'DELIVERED',
          because: null,
          createdAt: SAMPLE.start,
          sentAt: SAMPLE.start,
          subscriber: { id: SAMPLE.subscriberId, svcId: SAMPLE.subscriberSvcId },
          event: { eventId: SAMPLE.eventId },
        },
      ],
    },
  },
} as const satisfies Record<string, Example>;
