import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { recordMailEvent } from '../../lib/messages/events.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import type { AppOf } from '../../lib/runtime/app.ts';
import { live } from '../../lib/runtime/live.ts';

/** Queue `message-events`: what SES tells of an e-mail that it took. */
export const create = (app: AppOf<BackgroundRow<'messages/events'>>) =>
  middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler((event, context) =>
    eachRecord(app, { name: 'messages/events', event, context }, (own, body) => recordMailEvent(own, body)),
  );

export const handler = create(live);
