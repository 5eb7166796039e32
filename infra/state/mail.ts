import { CfnOutput, Stack } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import type { Handler } from '../functions/handler.ts';
import type { StageSettings } from '../settings.ts';
import type { WorkQueue } from './queues.ts';

interface MailProps {
  readonly stage: string;
  readonly messages: NonNullable<StageSettings['messages']>;
  /** Takes what becomes of each message. */
  readonly events: WorkQueue;
}

/** What SES tells of an e-mail that it was handed. */
const TOLD = [
  EmailSendingEvent.SEND,
  EmailSendingEvent.REJECT,
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
];

/** The domain that messages are sent from, and the way back of what becomes of them. */
export class Mail extends Construct {
  private readonly setName: string;
  private readonly messages: MailProps['messages'];

  constructor(scope: Construct, id: string, { stage, messages, events }: MailProps) {
    super(scope, id);
    this.messages = messages;
    this.setName = `Billing-${stage}`;
    const identity = new EmailIdentity(this, 'Identity', {
      identity: Identity.domain(messages.senderDomain),
      mailFromDomain: `bounce.${messages.senderDomain}`,
    });
    const set = new ConfigurationSet(this, 'Set', {
      configurationSetName: this.setName,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
    });
    const bus = EventBus.fromEventBusName(this, 'Bus', 'default');
    set.addEventDestination('Told', { destination: EventDestination.eventBus(bus), events: TOLD });
    const rule = new Rule(this, 'ToQueue', {
      description: 'What becomes of messages, for the function that records it',
      eventPattern: { source: ['aws.ses'], resources: [this.arnOf('configuration-set', this.setName)] },
      targets: [{ bind: () => ({ arn: events.queue.queueArn }) }],
    });
    events.queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [events.queue.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': rule.ruleArn } },
      }),
    );
    const records = identity.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`);
    new CfnOutput(Stack.of(this), 'SenderDomain', { value: messages.senderDomain });
    new CfnOutput(Stack.of(this), 'SenderDns', { value: records.join('; ') });
  }

  /** Lets a function send from the domain, through the set, and nothing else of SES. */
  grantSend(handler: Handler): void {
    const { senderDomain, mailsPerSecond } = this.messages;
    handler.function.addToRolePolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [this.arnOf('identity', senderDomain), this.arnOf('configuration-set', this.setName)],
      }),
    );
    handler.setEnvironment(ENVIRONMENT.configurationSet, this.setName);
    handler.setEnvironment(ENVIRONMENT.mailsPerSecond, String(mailsPerSecond));
  }

  private arnOf(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
  }
}
