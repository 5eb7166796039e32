import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AppOf } from '../../lib/app.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { dispatch } from '../../lib/background/dispatch.ts';
import { live } from '../../lib/live.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import { reconciliationMessageFrom } from '../../lib/queue/messages.ts';

/** Queue `reconciliation`: reconciles what each message names with the provider. */
export const create = (app: AppOf<BackgroundRow<'reconciliation/run'>>) =>
  middy<SQSEvent, SQSBatchResponse>().handler((event, context) =>
    eachRecord(app, { name: 'reconciliation/run', event, context }, (own, body) =>
      dispatch(own, reconciliationMessageFrom(body)),
    ),
  );

export const handler = create(live);
