import { CfnOutput } from 'aws-cdk-lib';
import type { Stack } from 'aws-cdk-lib';
import type { Alarms } from './alarms.ts';
import type { Api } from './api.ts';
import type { SecretsKey } from './key.ts';
import type { Queues } from './queues.ts';
import type { BillingTable } from './table.ts';

interface Published {
  readonly alarms: Alarms;
  readonly api: Api;
  readonly table: BillingTable;
  readonly queues: Queues;
  readonly key: SecretsKey;
}

/** Stack outputs: how an operator's command line finds what it works on. */
export function publish(stack: Stack, { alarms, api, key, queues, table }: Published): void {
  const outputs = {
    ApiUrl: api.url,
    TableName: table.table.tableName,
    DeliveriesQueueUrl: queues.deliveries.queue.queueUrl,
    ReconciliationQueueUrl: queues.reconciliation.queue.queueUrl,
    InvoicingQueueUrl: queues.invoicing.queue.queueUrl,
    SlowDeliveriesQueueUrl: queues['slow-deliveries'].queue.queueUrl,
    SweepsQueueUrl: queues.sweeps.queue.queueUrl,
    KeyId: key.key.keyId,
    AlarmTopic: alarms.topic.topicArn,
  };
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value });
}
