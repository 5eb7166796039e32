import * as z from 'zod';
import { messageListQuery, messageSettingsBody, messageTestBody } from '../../lib/wire/messages.ts';
import { messageListAnswer, messageSettingsAnswer, messageTestAnswer } from '../answers/messages.ts';
import { examples } from '../examples/messages.ts';
import type { Operations } from '../operation.ts';

z.globalRegistry.add(messageTestBody.shape.to, { description: 'Whose mailbox.' });

/** What the description says of messages to customers and to the tenant's people. */
export const messages: Operations = {
  'account/get-messages': {
    tag: 'Account',
    summary: 'Read which messages are sent',
    description: 'Which e-mails go out in your name, and as whose. None until you switch a kind on.',
    answer: messageSettingsAnswer,
    example: examples.getMessages,
  },

  'account/set-messages': {
    tag: 'Account',
    summary: 'Set which messages are sent',
    description:
      'What is absent stays as it is, and null takes away. A kind that is switched off is not sent any more, also where it was owed before.',
    body: messageSettingsBody,
    answer: messageSettingsAnswer,
    example: examples.setMessages,
  },

  'account/test-message': {
    tag: 'Account',
    summary: 'Send a message to look at',
    description:
      'With invented contents, now and once. It is not listed, and its subject says what it is. 409 `settings_refused` where the stage sends no messages.',
    body: messageTestBody,
    answer: messageTestAnswer,
    refusals: ['settings_refused'],
    example: examples.testMessage,
  },

  'messages/list': {
    tag: 'Deliveries',
    summary: 'List messages',
    description:
      'Newest first, for 90 days. A message is rendered when it is sent; one that was no longer true then is DROPPED, and `because` says why.',
    query: messageListQuery,
    answer: messageListAnswer,
    refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
    example: examples.listMessages,
  },
};
