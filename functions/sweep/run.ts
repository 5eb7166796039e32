import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AppOf } from '../../lib/runtime/app.ts';
import { runSweep } from '../../lib/sweep/run.ts';
import { live } from '../../lib/runtime/live.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import { sweepMessageFrom } from '../../lib/queue/messages.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';

/** Queue `sweeps`: each message hands out what is due of one kind and shard. */
export const create = (app: AppOf<BackgroundRow<'sweep/run'>>) =>
  middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler((event, context) =>
    eachRecord(app, { name: 'sweep/run', event, context }, (own, body, timeLeft) =>
      runSweep(own, sweepMessageFrom(body), timeLeft),
    ),
  );

export const handler = create(live);
