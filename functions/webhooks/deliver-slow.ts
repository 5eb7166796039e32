import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AppOf } from '../../lib/runtime/app.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { attemptDelivery } from '../../lib/webhooks/deliver.ts';
import { continueReplay } from '../../lib/webhooks/replay.ts';
import { slowDeliveryMessageFrom } from '../../lib/queue/messages.ts';
import { orPostponed } from '../../lib/table/work/silences.ts';
import { replayWork } from '../../lib/table/work/works.ts';
import { live } from '../../lib/runtime/live.ts';
import { eachRecord } from '../../lib/queue/batch.ts';

/** Queue `slow-deliveries`: attempts at slow receivers, and replays, with workers of their own. */
export const create = (app: AppOf<BackgroundRow<'webhooks/deliver-slow'>>) =>
  middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler((event, context) =>
    eachRecord(app, { name: 'webhooks/deliver-slow', event, context }, (own, body, timeLeft) => {
      const message = slowDeliveryMessageFrom(body);
      if ('replayId' in message) {
        const work = replayWork(message.tenantId, message.replayId);
        const item = { kind: 'job', work, by: 'webhooks/deliver-slow' } as const;
        return orPostponed(own, item, message.due !== undefined, () => continueReplay(own, message));
      }
      return attemptDelivery(own, message, 'slow-deliveries', timeLeft);
    }),
  );

export const handler = create(live);
