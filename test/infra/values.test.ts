import { describe, expect, it } from 'vitest';
import { wrongTriggers } from './checks/calling.ts';
import { exposedResources } from './checks/surface.ts';
import { everyOne, of, template, without, type Mutation } from './mutations.ts';

type Change = (properties: Record<string, unknown>) => void;

/** One mutation of each resource of a type for each change. */
const each = (type: string, changes: Readonly<Record<string, Change>>): Mutation[] =>
  of(type, (id) =>
    Object.entries(changes).map(([what, change]) => ({
      id,
      what,
      change: ({ Properties }) => change(Properties),
    })),
  );

describe('a test fails', () => {
  it('where calls bypass the alias that a release updates, or queues are consumed differently', () => {
    const functionOf = (alias: string) => template.Resources[alias]!.Properties!.FunctionName;
    const aliasOf = (value: unknown) => /"Ref":"(\w+Live\w+)"/.exec(JSON.stringify(value))![1]!;
    const past = (name: string): Change => {
      return (properties) => (properties[name] = functionOf(aliasOf(properties[name])));
    };
    const mutations = [
      ...each('AWS::ApiGatewayV2::Integration', {
        'calls the function itself': past('IntegrationUri'),
        'speaks the older format': (integration) => (integration.PayloadFormatVersion = '1.0'),
      }),
      ...each('AWS::ApiGatewayV2::Route', {
        'leads nowhere': (route) => (route.Target = 'integrations/none'),
      }),
      ...each('AWS::Lambda::EventSourceMapping', {
        'calls the function itself': past('FunctionName'),
        'is off': (mapping) => (mapping.Enabled = false),
        'takes one at a time': (mapping) => (mapping.BatchSize = 2),
        'has no bound': (mapping) => delete mapping.ScalingConfig,
        'fails as a whole': (mapping) => (mapping.FunctionResponseTypes = []),
      }),
      ...each('AWS::Lambda::Alias', {
        'follows every upload': (alias) => (alias.FunctionVersion = '$LATEST'),
      }),
      ...of('AWS::Lambda::Version', (id) => [
        { id, what: 'would be deleted', change: (version) => (version.DeletionPolicy = 'Delete') },
        { id, what: 'outlives a failed release', change: (version) => (version.DeletionPolicy = 'Retain') },
      ]),
      ...of('AWS::Events::Rule', (id) =>
        template.Resources[id]!.Properties!.ScheduleExpression === undefined
          ? []
          : [{ id, what: 'is off', change: ({ Properties }) => (Properties.State = 'DISABLED') }],
      ),
    ];
    everyOne(mutations, wrongTriggers, 150);
  });

  it('where something is exposed, or has another retention', () => {
    const rules = (properties: Record<string, unknown>) =>
      (properties.LifecycleConfiguration as { Rules: Record<string, unknown>[] }).Rules[0]!;
    const mutations = [
      ...each('AWS::Lambda::Function', {
        'has less memory': (lambda) => (lambda.MemorySize = 128),
        'stands in a network': (lambda) => (lambda.VpcConfig = { SubnetIds: ['subnet-1'] }),
        'runs other code too': (lambda) => (lambda.Layers = ['arn:aws:lambda:x']),
      }),
      ...each('AWS::IAM::Role', {
        'may do everything': (role) => (role.ManagedPolicyArns = ['arn:aws:iam::aws:policy/PowerUserAccess']),
      }),
      ...of('AWS::S3::Bucket', without('LifecycleConfiguration', 'OwnershipControls')),
      ...each('AWS::S3::Bucket', {
        'is public': (bucket) => (bucket.AccessControl = 'PublicRead'),
        'keeps for a day': (bucket) => (rules(bucket).ExpirationInDays = 1),
        'has a rule that is off': (bucket) => (rules(bucket).Status = 'Disabled'),
      }),
      ...each('AWS::KMS::Key', {
        'cannot be opened': (key) =>
          void (key.KeyPolicy as { Statement: { Action: string[] }[] }).Statement[0]!.Action.splice(1, 1),
        'can be granted on': (key) =>
          (key.KeyPolicy as { Statement: { Action: string[] }[] }).Statement[0]!.Action.push(
            'kms:CreateGrant',
          ),
      }),
      ...each('AWS::DynamoDB::GlobalTable', {
        'is streamed': (table) => (table.StreamSpecification = { StreamViewType: 'NEW_IMAGE' }),
      }),
    ];
    everyOne(mutations, exposedResources, 180);
  });

  it('where an access log is not delivered, or is readable by others', () => {
    const log = of('AWS::S3::BucketPolicy', (id) => {
      const { Statement } = template.Resources[id]!.Properties!.PolicyDocument as { Statement: unknown[] };
      if (Statement.length < 2) return [];
      const statementOf = (properties: Record<string, unknown>) =>
        (properties.PolicyDocument as { Statement: Record<string, Record<string, unknown>>[] }).Statement;
      return [
        { id, what: 'lets nobody', change: ({ Properties }) => void statementOf(Properties).splice(1, 1) },
        ...['ArnLike', 'StringEquals'].map((condition) => ({
          id,
          what: `has no ${condition}`,
          change: ({ Properties }: { Properties: Record<string, unknown> }) =>
            void Reflect.deleteProperty(statementOf(Properties)[1]!.Condition!, condition),
        })),
      ];
    });
    everyOne(log, exposedResources, 3);
  });

  it.each([
    'AWS::Lambda::Url',
    'AWS::IAM::ManagedPolicy',
    'AWS::IAM::RolePolicy',
    'AWS::IAM::User',
    'AWS::SNS::TopicInlinePolicy',
    'AWS::SQS::QueueInlinePolicy',
  ])('where there is a resource of another type: %s', (Type) => {
    const more = { ...template, Resources: { ...template.Resources, Another: { Type } } };
    expect(exposedResources(more)).toEqual([`Another is a ${Type}, which no check knows`]);
  });
});
