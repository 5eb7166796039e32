import type { Wish } from './permissions.ts';

/** A call of an AWS service as the front takes it apart. */
export interface AwsCall {
  readonly service: 'dynamodb' | 'sqs' | 'kms';
  readonly action: string;
  readonly body: Record<string, unknown>;
}

export interface Arns {
  /** By the table's name. */
  readonly table: string;
  /** By the queue's URL. */
  queue(url: string): string | undefined;
  readonly key: string;
}

const TARGETS: Record<string, AwsCall['service']> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  TrentService: 'kms',
};

/** Reads the header of AWS's JSON protocols, for example `DynamoDB_20120810.GetItem`. */
export function callIn(target: string | undefined, body: Buffer): AwsCall | undefined {
  const [prefix = '', action = ''] = (target ?? '').split('.');
  const service = TARGETS[prefix];
  return service && { service, action, body: JSON.parse(body.toString() || '{}') as Record<string, unknown> };
}

/** Members of a transaction and the permission each of them needs. */
const TRANSACT_ACTIONS = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
} as const;

type Keyed = Record<string, { S?: string } | undefined>;

/** Partition keys that a call touches, for isolation checks and for conditions on leading keys. */
export function partitions({ service, action, body }: AwsCall): string[] {
  if (service !== 'dynamodb') return [];
  const found = new Set<string>();
  const visit = (key: Keyed | undefined) => {
    const pk = key?.pk?.S;
    if (pk !== undefined) found.add(pk);
  };
  visit(body.Key as Keyed);
  visit(body.Item as Keyed);
  for (const member of (body.TransactItems ?? []) as Record<string, { Key?: Keyed; Item?: Keyed }>[])
    for (const part of Object.values(member)) visit(part.Key ?? part.Item);
  for (const asked of Object.values((body.RequestItems ?? {}) as Record<string, { Keys?: Keyed[] }>))
    asked.Keys?.forEach(visit);
  if (action === 'Query' && body.IndexName === undefined)
    for (const { S } of Object.values(
      (body.ExpressionAttributeValues ?? {}) as Record<string, { S?: string }>,
    ).slice(0, 1))
      if (S !== undefined) found.add(S);
  return [...found];
}

/** Everything that IAM would have to allow for a call. */
export function wishesOf(call: AwsCall, arns: Arns): Wish[] {
  const { service, action, body } = call;
  if (service === 'kms') {
    const context = Object.entries((body.EncryptionContext ?? {}) as Record<string, string>);
    return [
      {
        action: `kms:${action}`,
        resource: arns.key,
        context: {
          ...Object.fromEntries(context.map(([name, value]) => [`kms:EncryptionContext:${name}`, value])),
          'kms:EncryptionContextKeys': context.map(([name]) => name),
        },
      },
    ];
  }
  if (service === 'sqs') {
    const allowed = action.replace(/Batch$/, '');
    return [
      {
        action: `sqs:${allowed}`,
        resource: arns.queue(String(body.QueueUrl)) ?? String(body.QueueUrl),
        context: {},
      },
    ];
  }
  const resource =
    body.IndexName === undefined ? arns.table : `${arns.table}/index/${String(body.IndexName)}`;
  return [...dynamoActions(call)].map((name) => ({ action: `dynamodb:${name}`, resource, context: {} }));
}

function dynamoActions({ action, body }: AwsCall): Set<string> {
  if (action !== 'TransactWriteItems' && action !== 'TransactGetItems') return new Set([action]);
  const members = (body.TransactItems ?? []) as Record<string, unknown>[];
  const names = members.flatMap((member) => Object.keys(member)) as (keyof typeof TRANSACT_ACTIONS)[];
  return new Set(names.map((name) => TRANSACT_ACTIONS[name]));
}
