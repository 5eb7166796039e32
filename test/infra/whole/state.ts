import { QUEUE_NAMES } from '../../../lib/footprint.ts';
import { BACKGROUND } from '../../../lib/background-functions.ts';
import { LIST_INDEXES } from '../../../lib/table/list-indexes.ts';
import { addressParts, topicParts } from './address.ts';
import { stateNames } from './state-names.ts';
import {
  ACCOUNT,
  allow,
  attribute,
  joined,
  retained,
  onlyEncrypted,
  part,
  deleted,
  policy,
  ref,
  tags,
} from './parts.ts';
import type { Part, Place } from './parts.ts';

const DAY = 86_400;

/** Every resource that outlives a release. */
export function stateParts(place: Place): Part[] {
  const { adopt } = place.settings;
  return [
    ...(adopt.tableName === undefined ? [table(place)] : []),
    ...(adopt.bucketName === undefined ? buckets(place) : []),
    ...(adopt.keyArn === undefined ? [key(place)] : []),
    ...QUEUE_NAMES.flatMap((name) => queueParts(name, place)),
    ...addressParts(place),
    ...topicParts(place),
  ];
}

function table({ settings }: Place): Part {
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ];
  const indexes = [
    ['due', 'dueShard', 'dueAt'] as const,
    ...Object.entries(LIST_INDEXES).map(([name, { list, sort }]) => [name, list, sort] as const),
  ];
  const attributes = new Set(['pk', 'sk', ...indexes.flatMap(([, hash, range]) => [hash, range])]);
  return part(
    'DynamoDB::GlobalTable',
    {
      AttributeDefinitions: [...attributes].map((AttributeName) => ({
        AttributeName,
        AttributeType: AttributeName === 'dueAt' ? 'N' : 'S',
      })),
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: indexes.map(([IndexName, hash, range]) => ({
        IndexName,
        KeySchema: keys(hash, range),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
      KeySchema: keys('pk', 'sk'),
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          GlobalSecondaryIndexes: indexes.map(([IndexName]) => ({ IndexName })),
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          Region: settings.region,
          ...tags(settings),
        },
      ],
      // By a key of AWS's own: secrets in the table are encrypted by ours before they come there.
      SSESpecification: { SSEEnabled: false },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    },
    retained,
  );
}

function buckets({ settings, state }: Place): Part[] {
  const [documents, log] = [state('DocumentsBucket'), state('DocumentsAccessLog')];
  const closed = (bucket: string) =>
    onlyEncrypted('s3', [attribute(bucket), joined(attribute(bucket), '/*')]);
  const isPrivate = {
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    },
    OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
    ...tags(settings),
  };
  const delivery = {
    Condition: {
      ArnLike: { 'aws:SourceArn': attribute(documents) },
      StringEquals: { 'aws:SourceAccount': ACCOUNT },
    },
    Principal: { Service: 'logging.s3.amazonaws.com' },
  };
  return [
    part(
      'S3::Bucket',
      {
        ...isPrivate,
        LifecycleConfiguration: {
          Rules: [
            {
              AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
              NoncurrentVersionExpiration: { NoncurrentDays: 90 },
              Status: 'Enabled',
            },
            { ExpirationInDays: 60, Prefix: 'restore/', Status: 'Enabled' },
          ],
        },
        LoggingConfiguration: { DestinationBucketName: ref(log) },
        VersioningConfiguration: { Status: 'Enabled' },
      },
      retained,
    ),
    part('S3::BucketPolicy', { Bucket: ref(documents), PolicyDocument: policy(closed(documents)) }),
    part(
      'S3::Bucket',
      {
        ...isPrivate,
        LifecycleConfiguration: { Rules: [{ ExpirationInDays: 365, Status: 'Enabled' }] },
      },
      retained,
    ),
    part('S3::BucketPolicy', {
      Bucket: ref(log),
      PolicyDocument: policy(closed(log), allow('s3:PutObject', joined(attribute(log), '/*'), delivery)),
    }),
  ];
}

const KEY_USES =
  'CancelKeyDeletion Decrypt DescribeKey DisableKey EnableKey EnableKeyRotation Encrypt GetKeyPolicy GetKeyRotationStatus ListKeyPolicies ListResourceTags PutKeyPolicy ReplicateKey ScheduleKeyDeletion TagResource UntagResource UpdateKeyDescription';

function key({ settings }: Place): Part {
  const account = { Principal: { AWS: joined('arn:aws:iam::', ACCOUNT, ':root') } };
  const uses = KEY_USES.split(' ').map((use) => `kms:${use}`);
  return part(
    'KMS::Key',
    {
      Description: "Encrypts tenants' provider credentials and webhook secrets",
      EnableKeyRotation: true,
      KeyPolicy: policy(allow(uses, '*', account)),
      MultiRegion: true,
      ...tags(settings),
    },
    retained,
  );
}

function queueParts(name: (typeof QUEUE_NAMES)[number], place: Place): Part[] {
  const { queue, deadLetters } = stateNames(place);
  const { timeoutSeconds } = BACKGROUND.find(({ triggeredBy }) => triggeredBy === name)!;
  const safe = { SqsManagedSseEnabled: true, ...tags(place.settings) };
  const closed = (id: string) =>
    part('SQS::QueuePolicy', {
      PolicyDocument: policy(onlyEncrypted('sqs', attribute(id))),
      Queues: [ref(id)],
    });
  return [
    part(
      'SQS::Queue',
      {
        ...safe,
        MessageRetentionPeriod: 4 * DAY,
        RedrivePolicy: { deadLetterTargetArn: attribute(deadLetters(name)), maxReceiveCount: 5 },
        VisibilityTimeout: 6 * timeoutSeconds,
      },
      deleted,
    ),
    part('SQS::Queue', { ...safe, MessageRetentionPeriod: 14 * DAY }, deleted),
    closed(queue(name)),
    closed(deadLetters(name)),
  ];
}
