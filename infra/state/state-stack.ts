import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import type { StageSettings } from '../settings.ts';
import { Address } from './address.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { Documents } from './documents.ts';
import { SecretsKey } from './key.ts';
import { queueOutputs } from './queue-outputs.ts';
import { Mail } from './mail.ts';
import { Queues } from './queues.ts';
import { BillingTable } from './table.ts';

/**
 * Everything that must outlive a release. Other stacks depend on it and it on none of them, so that functions can be
 * replaced. In production it cannot be deleted.
 */
export class StateStack extends Stack {
  readonly table: BillingTable;
  readonly documents: Documents;
  readonly key: SecretsKey;
  readonly queues: Queues;
  readonly address: Address;
  /** Undefined where the stage sends no messages. */
  readonly mail: Mail | undefined;
  /** For what many lose, or what only we can mend: it may wake somebody. */
  readonly alarmTopic: AlarmTopic;
  /** For what one tenant loses and has to mend itself. */
  readonly tenantAlarmTopic: AlarmTopic;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id, {
      description: 'Subscription billing: table, documents, key, queues and address',
      env: { region: settings.region },
      terminationProtection: settings.production,
    });
    const { adopt, alarmAddress, messages, stage, tenantAlarmAddress = alarmAddress } = settings;
    this.table = new BillingTable(this, 'Table', adopt.tableName);
    this.documents = new Documents(this, 'Documents', adopt.bucketName);
    this.key = new SecretsKey(this, 'Key', adopt.keyArn);
    this.queues = new Queues(this, 'Queues');
    this.address = new Address(this, 'Address', settings);
    const events = this.queues.named('message-events');
    this.mail = messages && new Mail(this, 'Mail', { stage, messages, events });
    this.alarmTopic = new AlarmTopic(this, 'Alarms', {
      sender: `Billing alarms of ${stage}`,
      address: alarmAddress,
    });
    this.alarmTopic.acceptEvents();
    this.tenantAlarmTopic = new AlarmTopic(this, 'TenantAlarms', {
      sender: `Billing tenants of ${stage}`,
      address: tenantAlarmAddress,
    });
    this.publish();
  }

  /** Stack outputs, by which the operator's command line finds its resources. */
  private publish(): void {
    const { address, alarmTopic, documents, key, queues, table, tenantAlarmTopic } = this;
    const outputs: Record<string, string> = {
      ApiUrl: address.url,
      TableName: table.table.tableName,
      DocumentsBucket: documents.bucket.bucketName,
      KeyId: key.key.keyId,
      AlarmTopic: alarmTopic.topic.topicArn,
      TenantAlarmTopic: tenantAlarmTopic.topic.topicArn,
      ...(address.consoleUrl !== undefined && { ConsoleUrl: address.consoleUrl }),
      ...(address.consoleDomainName && { ConsoleTarget: address.consoleDomainName.regionalDomainName }),
      ...(address.domainName && { DomainTarget: address.domainName.regionalDomainName }),
      ...Object.fromEntries(
        QUEUE_NAMES.flatMap((name) => {
          const { queue, deadLetters } = queues.named(name);
          const { queueUrl, deadLettersUrl } = queueOutputs(name);
          return [
            [queueUrl, queue.queueUrl],
            [deadLettersUrl, deadLetters.queueUrl],
          ];
        }),
      ),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
