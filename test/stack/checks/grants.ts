import type { Row } from '../../../infra/functions/chapters.ts';
import { LISTS_OF } from '../../../lib/table/list-indexes.ts';
import { lambdaOf, many, ROWS } from '../roles.ts';
import type { Statement } from '../roles.ts';
import { referred, resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';

const READ = ['BatchGetItem', 'GetItem', 'Query'];
const WRITE = ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'];

/** `service:Action on resource if condition`, one line for each action; a refusal begins with an exclamation mark. */
export type Line = string;

const idOf = (template: Template, type: string, prefix: string) =>
  resources(template, type).find(([id]) => id.startsWith(prefix))?.[0] ?? `no ${prefix}`;

/** Everything that a row's role has to be allowed, and nothing else. */
export function wanted(template: Template, row: Row): Line[] {
  const { name, sends, decrypts, encrypts, documents } = row;
  const log = idOf(template, 'AWS::Logs::LogGroup', `Functions${name.replaceAll(/\W/g, '')}Log`);
  const table = idOf(template, 'AWS::DynamoDB::GlobalTable', 'Table');
  const bucket = idOf(template, 'AWS::S3::Bucket', 'DocumentsBucket');
  const key = idOf(template, 'AWS::KMS::Key', 'Key');
  const queueOf = (queue: string) =>
    idOf(template, 'AWS::SQS::Queue', `Queues${queue.replaceAll('-', '')}Queue`);
  const purpose = (purposes: readonly string[]) =>
    ` if {"StringEquals":{"kms:EncryptionContext:purpose":${JSON.stringify(purposes)}}}`;
  return [
    `logs:CreateLogStream on ${log}`,
    `logs:PutLogEvents on ${log}`,
    'xray:PutTelemetryRecords on *',
    'xray:PutTraceSegments on *',
    ...tableLines(table, row.table),
    ...(row.table === 'read' || row.table === 'write' ? deniedLines(table, row) : []),
    ...(row.lists === 'none' ? [] : LISTS_OF[row.lists]).map(
      (index) => `dynamodb:Query on ${table}/index/${index}`,
    ),
    ...('due' in row && row.due ? [`dynamodb:Query on ${table}/index/due`] : []),
    ...sends.map((queue) => `sqs:SendMessage on ${queueOf(queue)}`),
    ...(decrypts.length > 0 ? [`kms:Decrypt on ${key}${purpose(decrypts)}`] : []),
    ...(encrypts.length > 0 ? [`kms:Encrypt on ${key}${purpose(encrypts)}`] : []),
    ...(documents === 'read' ? [`s3:GetObject on ${bucket}/documents/*`] : []),
    ...(documents === 'write' ? [`s3:PutObject on ${bucket}/documents/*`] : []),
    ...(documents === 'readLogos' ? [`s3:GetObject on ${bucket}/logos/*`] : []),
    ...(documents === 'writeLogos' ? [`s3:PutObject on ${bucket}/logos/*`] : []),
    ...(row.mails
      ? ['configuration-set/Billing-prod', 'identity/mail.billing.example.com'].map(
          (name) => `ses:SendEmail on arn:aws:ses:eu-central-1:AWS::AccountId:${name}`,
        )
      : []),
    ...(row.restoreNotes ? [`s3:PutObject on ${bucket}/restore/*`] : []),
    ...('triggeredBy' in row && row.triggeredBy !== 'schedule' && row.triggeredBy !== 'nightly'
      ? [
          'ChangeMessageVisibility',
          'DeleteMessage',
          'GetQueueAttributes',
          'GetQueueUrl',
          'ReceiveMessage',
        ].map((action) => `sqs:${action} on ${queueOf(row.triggeredBy)}`)
      : []),
  ].toSorted();
}

function tableLines(table: string, use: Row['table']): Line[] {
  if (use === 'none') return [];
  const on = (actions: readonly string[]) => actions.map((action) => `dynamodb:${action} on ${table}`);
  const under = (keys: string, actions: readonly string[]) =>
    on(actions).map(
      (line) =>
        `${line} if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["${keys}"]},"Null":{"dynamodb:LeadingKeys":"false"}}`,
    );
  if (use === 'keys') return under('C#', ['BatchGetItem']);
  // A function that reads may count its callers' requests, and note the hour in which a key pair was used.
  const counted = use === 'write' ? on(WRITE) : under('L#*', ['PutItem', 'UpdateItem']);
  return [...on(READ), ...counted];
}

const TENANT = '?'.repeat(32);
const [PEOPLE, AUDIT, CHALLENGES] = [`T#${TENANT}#PEOPLE`, `T#${TENANT}#AUDIT`, 'CHALLENGES'];
const [LISTS, PAIRS, MERCHANTS, TENANTS] = [`T#${TENANT}#KEYS`, 'K#*', 'M#*', 'TENANTS'];

/** What a row is denied whatever it is granted: people and keys, but for what it says, and the end of what was written down. */
function deniedLines(table: string, row: Row): Line[] {
  const { people, audit, challenges, keyPairs, encrypts } = row;
  const isRoute = !('triggeredBy' in row);
  const all = [
    ...(people === 'none' ? [PEOPLE] : []),
    ...(audit === 'none' ? [AUDIT] : []),
    ...(challenges ? [] : [CHALLENGES]),
    ...(keyPairs === 'none' ? [LISTS] : []),
    ...(isRoute ? [] : [PAIRS]),
    ...(encrypts.includes('pay') ? [] : [MERCHANTS]),
    ...(isRoute ? [TENANTS] : []),
  ];
  const writing = [
    ...(people === 'read' ? [PEOPLE] : []),
    ...(audit === 'read' ? [AUDIT] : []),
    ...(challenges && people === 'read' ? [CHALLENGES] : []),
    ...(keyPairs === 'read' ? [LISTS] : []),
    ...(isRoute && keyPairs !== 'write' ? [PAIRS] : []),
    ...(isRoute ? [] : [TENANTS]),
  ];
  const deleting = [
    ...(audit === 'write' ? [AUDIT] : []),
    ...(challenges && people === 'write' ? [CHALLENGES] : []),
    ...(encrypts.includes('pay') ? [MERCHANTS] : []),
  ];
  const lines = (actions: readonly string[], keys: readonly string[]) =>
    keys.length === 0
      ? []
      : actions.map(
          (action) =>
            `!dynamodb:${action} on ${table} if ${JSON.stringify({ 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': keys } })}`,
        );
  return [
    ...lines(['*'], all),
    ...lines(['PutItem', 'UpdateItem', 'DeleteItem'], writing),
    ...lines(['DeleteItem'], deleting),
  ];
}

/** The actions and resources of statements, one pair a line. */
export function linesOf(statements: readonly Statement[]): Line[] {
  return statements
    .flatMap(({ Effect, Action, Resource, Condition }) =>
      many(Action).flatMap((action) =>
        many(Resource).map(
          (resource) =>
            `${Effect === 'Deny' ? '!' : ''}${action} on ${nameOf(resource)}${Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`}`,
        ),
      ),
    )
    .toSorted();
}

/** The logical id that a resource means, with what a `Join` puts behind it. */
function nameOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const { 'Fn::Join': join } = resource as { 'Fn::Join'?: [string, unknown[]] };
  return join
    ? join[1].map((part) => (typeof part === 'string' ? part : referred(part))).join('')
    : referred(resource);
}

/** What else may be granted, by type of resource: whom, and the one action. The key may be delegated by its account. */
const GRANTED: Readonly<Record<string, readonly string[]>> = {
  'AWS::S3::BucketPolicy': ['logging.s3.amazonaws.com s3:PutObject'],
  'AWS::SNS::TopicPolicy': ['cloudwatch.amazonaws.com sns:Publish', 'events.amazonaws.com sns:Publish'],
  'AWS::SQS::QueuePolicy': ['events.amazonaws.com sqs:SendMessage'],
};

const INVOKERS = ['apigateway.amazonaws.com', 'events.amazonaws.com'];

interface Granted extends Statement {
  readonly Principal: unknown;
}

/** Resource policies that allow more than one action of one service from one source. */
export function openGrants(template: Template): string[] {
  const policies = Object.entries(GRANTED).flatMap(([type, named]) =>
    resources(template, type).flatMap(([id, { Properties }]) =>
      (Properties.PolicyDocument as { Statement: Granted[] }).Statement.filter(
        (statement) => statement.Effect === 'Allow' && !isNarrow(statement, named),
      ).map(() => `${id} grants something to more than it should`),
    ),
  );
  const invocations = resources(template, 'AWS::Lambda::Permission').flatMap(([id, { Properties }]) =>
    INVOKERS.includes(String(Properties.Principal)) && Properties.SourceArn !== undefined
      ? []
      : [`${id} lets anybody call a function`],
  );
  const keys = resources(template, 'AWS::KMS::Key').flatMap(([id, { Properties }]) => {
    const { Statement } = Properties.KeyPolicy as { Statement: Granted[] };
    const isOurs = Statement.every(({ Principal }) => JSON.stringify(Principal).includes(':root"'));
    const isClosed = Statement.flatMap(({ Action }) => many(Action)).every((action) =>
      /^kms:\w+$/.test(action),
    );
    return isOurs && isClosed ? [] : [`${id} can be used by more than its account`];
  });
  return [...policies, ...invocations, ...keys, ...releases(template)];
}

/** The one service whose grant has no condition: EventBridge meets none that a topic could make. */
const UNCONDITIONAL = 'events.amazonaws.com';

function isNarrow({ Principal, Action, Resource, Condition }: Granted, named: readonly string[]): boolean {
  const { Service } = Principal as { Service?: string };
  const isConditional = Condition !== undefined || Service === UNCONDITIONAL;
  return named.includes(`${String(Service)} ${String(Action)}`) && Resource !== '*' && isConditional;
}

const RELEASING =
  /^(cloudwatch:DescribeAlarms on arn:aws:cloudwatch:\S+:alarm:\*|lambda:(GetAlias|UpdateAlias|GetProvisionedConcurrencyConfig) on Functions\w+)$/;

/** Roles that are no function's carry out releases, and are assumed by the one service that does. */
function releases(template: Template): string[] {
  const functions = new Set(ROWS.map(({ name }) => lambdaOf(template, name).role));
  return resources(template, 'AWS::IAM::Role').flatMap(([id, { Properties }]) => {
    const assumed = JSON.stringify(
      (Properties.AssumeRolePolicyDocument as { Statement: unknown[] }).Statement,
    );
    const service = functions.has(id) ? 'lambda' : 'codedeploy';
    const statements = resources(template, 'AWS::IAM::Policy')
      .filter(([, { Properties: of }]) => (of.Roles as unknown[]).some((role) => referred(role) === id))
      .flatMap(([, { Properties: of }]) => (of.PolicyDocument as { Statement: Statement[] }).Statement);
    const isClosed = functions.has(id) || linesOf(statements).every((line) => RELEASING.test(line));
    const isKnown = assumed === JSON.stringify([assumedBy(`${service}.amazonaws.com`)]);
    return isClosed && isKnown ? [] : [`${id} may do more than carry out releases`];
  });
}

const assumedBy = (Service: string) => ({
  Action: 'sts:AssumeRole',
  Effect: 'Allow',
  Principal: { Service },
});
