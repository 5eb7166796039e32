import { isDeepStrictEqual } from 'node:util';
import { referred, resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Every type of resource that the stage has. What another one grants, opens or keeps none of the checks looks at: a URL
 * of a function, a policy of another kind, a user.
 */
const TYPES = new Set(
  [
    'ApiGatewayV2::Api ApiGatewayV2::ApiMapping ApiGatewayV2::DomainName ApiGatewayV2::Integration',
    'ApiGatewayV2::Route ApiGatewayV2::Stage CloudFront::Distribution CloudWatch::Alarm CloudWatch::CompositeAlarm CloudWatch::Dashboard',
    'CodeDeploy::Application CodeDeploy::DeploymentGroup DynamoDB::GlobalTable Events::Rule IAM::Policy IAM::Role',
    'KMS::Key Lambda::Alias Lambda::EventInvokeConfig Lambda::EventSourceMapping Lambda::Function',
    'Lambda::Permission Lambda::Version Logs::Delivery Logs::DeliveryDestination Logs::DeliverySource',
    'Logs::LogGroup Logs::MetricFilter S3::Bucket S3::BucketPolicy SNS::Subscription SNS::Topic',
    'SES::ConfigurationSet SES::ConfigurationSetEventDestination SES::EmailIdentity',
    'SNS::TopicPolicy SQS::Queue SQS::QueuePolicy WAFv2::WebACL',
  ].flatMap((line) => line.split(' ').map((type) => `AWS::${type}`)),
);

/** What a property must be, by type; `undefined` where there must be none. */
const MUST: Readonly<Record<string, Properties>> = {
  // Whoever delivers webhooks stands in no network of ours, and no code but the bundle runs.
  'AWS::Lambda::Function': {
    MemorySize: 1024,
    VpcConfig: undefined,
    Layers: undefined,
    FileSystemConfigs: undefined,
  },
  'AWS::ApiGatewayV2::Route': { AuthorizationType: 'NONE', AuthorizerId: undefined },
  'AWS::IAM::Role': { ManagedPolicyArns: undefined, Policies: undefined },
  'AWS::S3::Bucket': {
    AccessControl: undefined,
    CorsConfiguration: undefined,
    WebsiteConfiguration: undefined,
    OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
  },
  'AWS::DynamoDB::GlobalTable': { StreamSpecification: undefined },
};

/** The rules of each bucket about what it no longer keeps. */
const KEPT = {
  DocumentsBucket: [
    {
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      NoncurrentVersionExpiration: { NoncurrentDays: 90 },
      Status: 'Enabled',
    },
    { ExpirationInDays: 60, Prefix: 'restore/', Status: 'Enabled' },
  ],
  DocumentsAccessLog: [{ ExpirationInDays: 365, Status: 'Enabled' }],
} as const;

/** What the account may let its people do with the key. */
const KEY_USES =
  'CancelKeyDeletion Decrypt DescribeKey DisableKey EnableKey EnableKeyRotation Encrypt GetKeyPolicy GetKeyRotationStatus ListKeyPolicies ListResourceTags PutKeyPolicy ReplicateKey ScheduleKeyDeletion TagResource UntagResource UpdateKeyDescription';

/** Resources that are exposed, have a wrong retention, or are of a type without any check. */
export function exposedResources(template: Template): string[] {
  const unknown = Object.entries(template.Resources).flatMap(([id, { Type }]) =>
    TYPES.has(Type) ? [] : [`${id} is a ${Type}, which no check knows`],
  );
  const other = Object.entries(MUST).flatMap(([type, must]) =>
    resources(template, type).flatMap(([id, { Properties }]) =>
      Object.entries(must).flatMap(([name, value]) =>
        isDeepStrictEqual(Properties[name], value) ? [] : [`${id} has another ${name}`],
      ),
    ),
  );
  return [...unknown, ...other, ...lifecycles(template), ...logDelivery(template), ...keys(template)];
}

function lifecycles(template: Template): string[] {
  return Object.entries(KEPT).flatMap(([prefix, wanted]) => {
    const [, bucket] = resources(template, 'AWS::S3::Bucket').find(([id]) => id.startsWith(prefix)) ?? [];
    const { Rules } = (bucket?.Properties.LifecycleConfiguration ?? {}) as { Rules?: unknown };
    return isDeepStrictEqual(Rules, wanted) ? [] : [`${prefix} keeps things for another time`];
  });
}

/** Who opened which document is written by S3 alone, for the one bucket. */
function logDelivery(template: Template): string[] {
  const idOf = (prefix: string) =>
    resources(template, 'AWS::S3::Bucket').find(([id]) => id.startsWith(prefix))?.[0] ?? '';
  const [documents, log] = [idOf('DocumentsBucket'), idOf('DocumentsAccessLog')];
  const wanted = {
    ArnLike: { 'aws:SourceArn': { 'Fn::GetAtt': [documents, 'Arn'] } },
    StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
  };
  const isDelivered = resources(template, 'AWS::S3::BucketPolicy').some(
    ([, { Properties }]) =>
      referred(Properties.Bucket) === log &&
      (Properties.PolicyDocument as { Statement: Properties[] }).Statement.some(
        ({ Effect, Condition }) => Effect === 'Allow' && isDeepStrictEqual(Condition, wanted),
      ),
  );
  return isDelivered ? [] : [`${log} takes no log of ${documents}, or of others too`];
}

function keys(template: Template): string[] {
  return resources(template, 'AWS::KMS::Key').flatMap(([id, { Properties }]) => {
    const { Statement } = Properties.KeyPolicy as { Statement: { Action: unknown; Effect: string }[] };
    const wanted = [{ Effect: 'Allow', Action: KEY_USES.split(' ').map((use) => `kms:${use}`) }];
    const has = Statement.map(({ Action, Effect }) => ({ Effect, Action }));
    return isDeepStrictEqual(has, wanted) ? [] : [`${id} may be used for something else`];
  });
}
