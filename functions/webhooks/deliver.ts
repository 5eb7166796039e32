import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AppOf } from '../../lib/runtime/app.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { attemptDelivery } from '../../lib/webhooks/deliver.ts';
import { deliveryMessageFrom } from '../../lib/queue/messages.ts';
import { redriveEvent } from '../../lib/webhooks/redrive.ts';
import { live } from '../../lib/runtime/live.ts';
import { eachRecord } from '../../lib/queue/batch.ts';

/** Queue `deliveries`: each message is one attempt to deliver one event, or names one that is late for its next. */
export const create = (app: AppOf<BackgroundRow<'webhooks/deliver'>>) =>
  middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler((event, context) =>
    eachRecord(app, { name: 'webhooks/deliver', event, context }, async (own, body, timeLeft) => {
      const message = deliveryMessageFrom(body);
      const attempt = 'kind' in message ? await redriveEvent(own, message) : message;
      if (attempt) await attemptDelivery(own, attempt, 'deliveries', timeLeft);
    }),
  );

export const handler = create(live);
