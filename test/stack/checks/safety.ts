import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../infra/functions/chapters.ts';
import { lambdaOf, ROWS } from '../roles.ts';
import { referred, resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';

type Properties = Readonly<Record<string, unknown>>;

/** What each resource of a type must have; the answer names what it lacks. */
const MUST: Readonly<
  Record<string, (properties: Properties, template: Template) => Record<string, boolean>>
> = {
  'AWS::SQS::Queue': ({ SqsManagedSseEnabled, MessageRetentionPeriod }) => ({
    encryption: SqsManagedSseEnabled === true,
    retention: Number(MessageRetentionPeriod) >= 4 * 86_400,
  }),
  'AWS::S3::Bucket': ({ BucketEncryption, PublicAccessBlockConfiguration, ...more }) => ({
    // The log of who opened what is written once.
    'former versions':
      isDeepStrictEqual(more.VersioningConfiguration, { Status: 'Enabled' }) ||
      more.LoggingConfiguration === undefined,
    encryption: JSON.stringify(BucketEncryption ?? '').includes('"SSEAlgorithm":"AES256"'),
    privacy: Object.values(PublicAccessBlockConfiguration ?? {}).filter(Boolean).length === 4,
  }),
  'AWS::DynamoDB::GlobalTable': ({ Replicas, SSESpecification, ...more }) => ({
    'price by use': more.BillingMode === 'PAY_PER_REQUEST',
    end: isDeepStrictEqual(more.TimeToLiveSpecification, { AttributeName: 'ttl', Enabled: true }),
    encryption: SSESpecification !== undefined,
    recovery: JSON.stringify(Replicas ?? '').includes('"PointInTimeRecoveryEnabled":true'),
    protection: JSON.stringify(Replicas ?? '').includes('"DeletionProtectionEnabled":true'),
  }),
  'AWS::KMS::Key': ({ EnableKeyRotation, MultiRegion }) => ({
    rotation: EnableKeyRotation === true,
    'copies in other regions': MultiRegion === true,
  }),
  'AWS::Logs::LogGroup': ({ RetentionInDays }) => ({ retention: Number(RetentionInDays) >= 365 }),
  'AWS::ApiGatewayV2::Stage': ({ DefaultRouteSettings, RouteSettings, AccessLogSettings }) => ({
    limits: JSON.stringify(DefaultRouteSettings ?? '').includes('ThrottlingRateLimit'),
    'limits of direct checkouts': Object.keys(RouteSettings ?? {}).length === 1,
    log: AccessLogSettings !== undefined,
  }),
  'AWS::CodeDeploy::DeploymentGroup': ({ AlarmConfiguration, AutoRollbackConfiguration }) => ({
    alarm: JSON.stringify(AlarmConfiguration ?? '').includes('"Enabled":true'),
    rollback: JSON.stringify(AutoRollbackConfiguration ?? '').includes('DEPLOYMENT_STOP_ON_ALARM'),
  }),
};

/** Types of resources that are kept when they are taken out of the template. */
const KEPT = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::Logs::LogGroup'];

const RESERVED = { waits: 25, open: 10, idle: 5, console: 10 } as const;
/** By trigger: the rounds, and the sweep with the concurrency of its queue. */
const RESERVED_BY_TRIGGER: Readonly<Record<string, number>> = { schedule: 2, nightly: 2, sweeps: 48 };

/** Resources that could be lost, read by others, or deleted by others. */
export function unsafeResources(template: Template): string[] {
  const lacking = Object.entries(MUST).flatMap(([type, must]) =>
    resources(template, type).flatMap(([id, { Properties }]) =>
      Object.entries(must(Properties, template)).flatMap(([what, has]) =>
        has ? [] : [`${id} has no ${what}`],
      ),
    ),
  );
  const gone = KEPT.flatMap((type) =>
    resources(template, type).flatMap(([id, { DeletionPolicy }]) =>
      DeletionPolicy === 'Retain' ? [] : [`${id} would be deleted`],
    ),
  );
  return [
    ...lacking,
    ...gone,
    ...withoutDeadLetters(template),
    ...inPlainText(template),
    ...unreserved(template),
  ];
}

/** Queues that functions work off, and whose messages would be tried for ever. */
function withoutDeadLetters(template: Template): string[] {
  const queues = new Map(
    resources(template, 'AWS::SQS::Queue').map(([id, { Properties }]) => [id, Properties]),
  );
  return resources(template, 'AWS::Lambda::EventSourceMapping').flatMap(([, { Properties }]) => {
    const id = referred(Properties.EventSourceArn);
    const { RedrivePolicy, MessageRetentionPeriod } = queues.get(id) ?? {};
    const redrive = RedrivePolicy as { deadLetterTargetArn: unknown; maxReceiveCount: number } | undefined;
    const dead = redrive && queues.get(referred(redrive.deadLetterTargetArn));
    const outlives = Number(dead?.MessageRetentionPeriod) > Number(MessageRetentionPeriod);
    return redrive?.maxReceiveCount === 5 && outlives && Number(dead?.MessageRetentionPeriod) === 14 * 86_400
      ? []
      : [`${id} has no dead letters that outlive it`];
  });
}

const POLICIES: Readonly<Record<string, readonly [of: string, names: string]>> = {
  'AWS::SQS::Queue': ['AWS::SQS::QueuePolicy', 'Queues'],
  'AWS::S3::Bucket': ['AWS::S3::BucketPolicy', 'Bucket'],
  'AWS::SNS::Topic': ['AWS::SNS::TopicPolicy', 'Topics'],
};

/** What can be spoken to without TLS. */
function inPlainText(template: Template): string[] {
  return Object.entries(POLICIES).flatMap(([type, [policy, names]]) =>
    resources(template, type).flatMap(([id]) => {
      const refuses = resources(template, policy).some(
        ([, { Properties }]) =>
          [Properties[names]].flat().some((one) => referred(one) === id) &&
          /"Bool":\{"aws:SecureTransport":"false"\}\},"Effect":"Deny"/.test(JSON.stringify(Properties)),
      );
      return refuses ? [] : [`${id} can be reached in plain text`];
    }),
  );
}

function unreserved(template: Template): string[] {
  return (ROWS as readonly Row[]).flatMap((row) => {
    const { ReservedConcurrentExecutions } = lambdaOf(template, row.name).properties;
    return ReservedConcurrentExecutions === reservedFor(row)
      ? []
      : [`${row.name} has no capacity of its own`];
  });
}

function reservedFor(row: Row): number | undefined {
  if ('triggeredBy' in row) return RESERVED_BY_TRIGGER[row.triggeredBy];
  if (row.caller === 'tenant') return undefined;
  if (row.name.startsWith('console/')) return RESERVED.console;
  if (row.table === 'none') return RESERVED.idle;
  return row.timeoutSeconds > 10 ? RESERVED.waits : RESERVED.open;
}
