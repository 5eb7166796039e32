import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { sendMessage } from '../../lib/messages/send.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import { messageToSendFrom } from '../../lib/queue/messages.ts';
import type { AppOf } from '../../lib/runtime/app.ts';
import { live } from '../../lib/runtime/live.ts';

/** Queue `messages`: each message sends one e-mail, or drops it where it is no longer true. */
export const create = (app: AppOf<BackgroundRow<'messages/send'>>) =>
  middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler((event, context) =>
    eachRecord(app, { name: 'messages/send', event, context }, (own, body, timeLeft) =>
      sendMessage(own, messageToSendFrom(body), timeLeft),
    ),
  );

export const handler = create(live);
