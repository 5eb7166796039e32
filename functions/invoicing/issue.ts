import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AppOf } from '../../lib/runtime/app.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { dispatchInvoicing } from '../../lib/invoicing/dispatch.ts';
import { live } from '../../lib/runtime/live.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import { invoicingMessageFrom } from '../../lib/queue/messages.ts';

/** Queue `invoicing`: each message takes the next steps of issuing one paid invoice as an official document, works on that of a refund, or keeps a login alive. */
export const create = (app: AppOf<BackgroundRow<'invoicing/issue'>>) =>
  middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler((event, context) =>
    eachRecord(app, { name: 'invoicing/issue', event, context }, (own, body, timeLeft) =>
      dispatchInvoicing(own, invoicingMessageFrom(body), timeLeft),
    ),
  );

export const handler = create(live);
