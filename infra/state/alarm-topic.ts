import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

/** Where all alarms go. It is part of the state, so that a subscription is confirmed once and not with every release. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, address: string | undefined) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    const { account, partition, region } = Stack.of(this);
    // A topic with a policy has no default one: without these statements nobody could publish.
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
    // Without a condition: EventBridge tells a topic nothing of its rule, so that any condition would refuse it, and
    // nobody would hear of it.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'EventsMayPublish',
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
      }),
    );
    if (address === undefined) return;
    this.topic.addSubscription(
      address.startsWith('https:') ? new UrlSubscription(address) : new EmailSubscription(address),
    );
  }
}
