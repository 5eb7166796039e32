import { describe, expect, it } from 'vitest';
import { openGrants, wrongGrants } from './checks/grants.ts';
import { ALARMS, brokenPaging } from './checks/paging.ts';
import { unsafeResources } from './checks/safety.ts';
import {
  template,
  without,
  of,
  everyOne,
  widened,
  disabled,
  deletable,
  withoutAMetric,
  type Allowing,
} from './mutations.ts';
import { FULL_STAGE, resources } from './synthesised.ts';

describe('a test fails', () => {
  it('where an alarm loses its metric or its action', () => {
    const alarms = of('AWS::CloudWatch::Alarm', (id) => [
      ...without('MetricName', 'Metrics', 'AlarmActions', 'Threshold')(id),
      ...disabled(id),
      ...withoutAMetric(id),
    ]);
    everyOne(alarms, brokenPaging, 4 * ALARMS.length);
  });

  it('where an alarm is removed', () => {
    const ids = resources(template, 'AWS::CloudWatch::Alarm').map(([id]) => id);
    expect(ids).toHaveLength(ALARMS.length);
    for (const id of ids) {
      const { [id]: _gone, ...others } = template.Resources;
      expect(brokenPaging({ ...template, Resources: others }), id).not.toEqual([]);
    }
  });

  it('where the topic lets no one publish, or has no subscriber', () => {
    const statementsOf = (Properties: Record<string, unknown>) =>
      (Properties.PolicyDocument as { Statement: Allowing[] }).Statement;
    const statements = of('AWS::SNS::TopicPolicy', (id) =>
      statementsOf(template.Resources[id]!.Properties!)
        .map(({ Effect }, at) => ({
          id,
          Effect,
          what: `without statement ${at}`,
          change: ({ Properties }: { Properties: Record<string, unknown> }) =>
            void statementsOf(Properties).splice(at, 1),
        }))
        .filter(({ Effect }) => Effect === 'Allow'),
    );
    const subscriptions = of('AWS::SNS::Subscription', (id) => [
      { id, what: 'to somebody else', change: ({ Properties }) => (Properties.Endpoint = 'x@example.com') },
      ...[FULL_STAGE.alarmAddress, FULL_STAGE.tenantAlarmAddress]
        .filter((address) => address !== template.Resources[id]!.Properties!.Endpoint)
        .map((address) => ({
          id,
          what: 'to the other address',
          change: ({ Properties }: { Properties: Record<string, unknown> }) =>
            (Properties.Endpoint = address),
        })),
    ]);
    const conditions = of('AWS::SNS::TopicPolicy', (id) =>
      JSON.stringify(template.Resources[id]).includes('events.amazonaws.com')
        ? [
            {
              id,
              what: 'lets EventBridge publish on a condition, which it does not meet',
              change: ({ Properties }) => {
                const events = statementsOf(Properties).find(({ Principal }) =>
                  JSON.stringify(Principal).includes('events'),
                );
                events!.Condition = { ArnLike: { 'aws:SourceArn': 'arn:aws:events:*:*:rule/*' } };
              },
            },
          ]
        : [],
    );
    const rules = resources(template, 'AWS::Events::Rule')
      .filter(([, { Properties }]) => 'EventPattern' in Properties)
      .flatMap(([id]) => without('EventPattern', 'Targets')(id));
    everyOne([...statements, ...conditions, ...subscriptions, ...rules], brokenPaging, 10);
  });

  it('where something is not encrypted, not retained, has no dead letters, or capacity is not reserved', () => {
    const mutations = [
      ...of('AWS::SQS::Queue', without('SqsManagedSseEnabled', 'MessageRetentionPeriod', 'RedrivePolicy')),
      ...of('AWS::S3::Bucket', without('BucketEncryption', 'PublicAccessBlockConfiguration')),
      ...of('AWS::DynamoDB::GlobalTable', without('SSESpecification', 'Replicas')),
      ...of('AWS::KMS::Key', without('EnableKeyRotation', 'MultiRegion')),
      ...of('AWS::Logs::LogGroup', without('RetentionInDays')),
      ...of('AWS::Lambda::Function', without('ReservedConcurrentExecutions')),
      ...of(
        'AWS::ApiGatewayV2::Stage',
        without('DefaultRouteSettings', 'RouteSettings', 'AccessLogSettings'),
      ),
      ...of('AWS::CodeDeploy::DeploymentGroup', without('AlarmConfiguration', 'AutoRollbackConfiguration')),
      ...['AWS::SQS::QueuePolicy', 'AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy'].flatMap((type) =>
        of(type, without('PolicyDocument')),
      ),
      ...['AWS::S3::Bucket', 'AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key', 'AWS::Logs::LogGroup'].flatMap(
        (type) => of(type, deletable),
      ),
    ];
    everyOne(mutations, unsafeResources, 200);
  });

  it('where a function is granted more than its row says', () => {
    const grants = of('AWS::IAM::Policy', widened('PolicyDocument')).filter(({ id }) =>
      id.startsWith('Functions'),
    );
    everyOne(grants, wrongGrants, 300);
  });

  it('where any other grant or setting is wider than it should be', () => {
    const mutations = [
      ...of('AWS::IAM::Policy', widened('PolicyDocument')).filter(({ id }) => !id.startsWith('Functions')),
      ...['AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy', 'AWS::SQS::QueuePolicy'].flatMap((type) =>
        of(type, widened('PolicyDocument')),
      ),
      ...of('AWS::KMS::Key', widened('KeyPolicy')),
      ...of('AWS::Lambda::Permission', without('SourceArn')),
      ...of('AWS::IAM::Role', (id) => [
        {
          id,
          what: 'is assumed by anybody',
          change: ({ Properties }) =>
            ((Properties.AssumeRolePolicyDocument as { Statement: Allowing[] }).Statement[0]!.Principal =
              '*'),
        },
      ]),
    ];
    everyOne(mutations, openGrants, 90);
  });
});
