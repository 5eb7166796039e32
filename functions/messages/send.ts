import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { sendMessage } from '../../lib/messages/send.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import { messageToSendFrom } from '../../lib/queue/messages.ts';
import type { AppOf } from '../../lib/runtime/app.ts';
import { orPostponed } from '../../lib/table/work/silences.ts';
import { messageWork } from '../../lib/table/work/works.ts';
import { live } from '../../lib/runtime/live.ts';

/** Queue `messages`: each message sends one e-mail, or drops it where it is no longer true. */
export const create = (app: AppOf<BackgroundRow<'messages/send'>>) =>
  middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler((event, context) =>
    eachRecord(app, { name: 'messages/send', event, context }, (own, body, timeLeft) => {
      const message = messageToSendFrom(body);
      const work = messageWork(message.tenantId, message.messageId);
      const item = { kind: 'job', work, by: 'messages/send' } as const;
      return orPostponed(own, item, message.due !== undefined, () => sendMessage(own, message, timeLeft));
    }),
  );

export const handler = create(live);
