import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AppOf } from '../../lib/app.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { issueDocument } from '../../lib/invoicing/issue-document.ts';
import { live } from '../../lib/live.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import { issueInput } from '../../lib/wire/invoices.ts';

/** Queue `invoicing`: each message has one paid invoice made an official document, or taken further on its way. */
export const create = (app: AppOf<BackgroundRow<'invoicing/issue'>>) =>
  middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler((event, context) =>
    eachRecord(app, { name: 'invoicing/issue', event, context }, (own, body, timeLeft) =>
      issueDocument(own, issueInput(body), timeLeft),
    ),
  );

export const handler = create(live);
