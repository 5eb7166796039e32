import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

interface AlarmTopicProps {
  /** The sender's name in alarms by e-mail. */
  readonly sender: string;
  /** The e-mail address or `https:` URL that is subscribed; without one nobody is. */
  readonly address: string | undefined;
}

/** A topic of alarms. It is part of the state, so that a subscription is confirmed once, not with every release. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { sender, address }: AlarmTopicProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true, displayName: sender });
    const { account, partition, region } = Stack.of(this);
    // A topic with a policy has no default policy: without this statement nobody could publish.
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
    if (address === undefined) return;
    this.topic.addSubscription(
      address.startsWith('https:') ? new UrlSubscription(address) : new EmailSubscription(address),
    );
  }

  /** Lets rules of EventBridge publish too. */
  acceptEvents(): void {
    // Without a condition: EventBridge does not identify its rule to a topic, so any condition would refuse it silently.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'EventsMayPublish',
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
      }),
    );
  }
}
