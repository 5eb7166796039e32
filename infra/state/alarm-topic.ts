import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';

/** The topic of all alarms. It is part of the state, so that a subscription is confirmed once, not with every release. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { alarmAddress, stage }: StageSettings) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', {
      enforceSSL: true,
      // The sender's name in alarms by e-mail.
      displayName: `Billing alarms of ${stage}`,
    });
    const { account, partition, region } = Stack.of(this);
    // A topic with a policy has no default policy: without these statements nobody could publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsMayPublish',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: {
          ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
          StringEquals: { 'aws:SourceAccount': account },
        },
      }),
    );
    // Without a condition: EventBridge does not identify its rule to a topic, so any condition would refuse it silently.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'EventsMayPublish',
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
      }),
    );
    if (alarmAddress === undefined) return;
    this.topic.addSubscription(
      alarmAddress.startsWith('https:')
        ? new UrlSubscription(alarmAddress)
        : new EmailSubscription(alarmAddress),
    );
  }
}
