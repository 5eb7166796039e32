import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AppOf } from '../../lib/runtime/app.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { dispatch } from '../../lib/reconciliation/dispatch.ts';
import { live } from '../../lib/runtime/live.ts';
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
