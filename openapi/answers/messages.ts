import * as z from 'zod';
import { MESSAGE_KINDS, MESSAGE_LANGUAGES, MESSAGE_STATES } from '../../lib/messages/kinds.ts';
import { component, list, open, searchOn, success, SVC_IDS, time, uuid } from './shared.ts';

export const messageSettingsAnswer = component(
  'MessageSettingsAnswer',
  z.strictObject({
    status: success,
    message: z.string().optional().describe('Says so where the stage sends no messages.'),
    data: z.strictObject({
      senderDomain: z.string().nullable().describe('Null where the stage sends no messages.'),
      senderName: z.string().nullable().describe('Null: the name of your brand.'),
      replyTo: z.string().nullable(),
      language: open(z.enum(MESSAGE_LANGUAGES)),
      kinds: z.record(z.string(), z.strictObject({ on: z.boolean() })).describe('Every kind.'),
    }),
  }),
);

export const messageTestAnswer = component(
  'MessageTestAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      sent: z.boolean(),
      error: z.string().nullable().describe('Why it was not taken.'),
    }),
  }),
);

const message = component(
  'ListedMessage',
  z.strictObject({
    id: uuid('the message'),
    kind: open(z.enum(MESSAGE_KINDS)),
    to: z.string().nullable().describe('Masked for a key that only reads; null before it is sent.'),
    state: open(z.enum(MESSAGE_STATES)),
    because: z.string().nullable().describe('Why it was not sent, such as `paid`.'),
    createdAt: time('When it was owed.'),
    sentAt: time('When it left.').nullable(),
    subscriber: z.strictObject({ id: uuid('the subscriber'), svcId: SVC_IDS.sub }).nullable(),
    event: z.strictObject({ eventId: uuid('the event with the same cause') }).nullable(),
  }),
);

export const messageListAnswer = component(
  'MessageListAnswer',
  z.strictObject({ ...list('/messages/list', message), next: searchOn('for a rare kind or state') }),
);
