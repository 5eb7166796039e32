import { queueArn } from '../template/names.ts';
import type { IamRequest } from './permissions.ts';
import { touchesOf, type TableKeys } from './table-calls.ts';
import { ACCOUNT, REGION } from '../template/template.ts';

/** A parsed call of an AWS service. */
export interface AwsCall {
  readonly service: 'dynamodb' | 'sqs' | 'kms' | 's3' | 'ses';
  readonly action: string;
  readonly body: Record<string, unknown>;
}

/** The meaning of names in calls. */
export interface Names extends TableKeys {
  /** By id, ARN or alias; undefined for no key of ours. */
  keyArn(name: string): string | undefined;
  /** The default key of ciphertexts. */
  readonly key: string;
}

const TARGETS: Record<string, AwsCall['service']> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  TrentService: 'kms',
};

/** Reads the header of AWS's JSON protocols, for example `DynamoDB_20120810.GetItem`; undefined for anything else. */
export function callIn(target: string | undefined, body: Buffer): AwsCall | undefined {
  const [prefix = '', action = ''] = (target ?? '').split('.');
  const service = TARGETS[prefix];
  return service && { service, action, body: JSON.parse(body.toString() || '{}') as Record<string, unknown> };
}

/** The partition keys that a call touches, for checks of tenant isolation. */
export function partitions({ service, action, body }: AwsCall, names: Names): string[] {
  if (service !== 'dynamodb') return [];
  return [...new Set(touchesOf(action, body, names).flatMap(({ keys }) => keys))];
}

/** Every IAM permission that a call needs. */
export function iamRequestsOf(call: AwsCall, names: Names): IamRequest[] {
  const { service, action, body } = call;
  if (service === 's3')
    return [{ action: `s3:${action}`, resource: `arn:aws:s3:::${String(body.path).slice(1)}`, context: {} }];
  if (service === 'ses') return mailRequests(body);
  if (service === 'kms') return [keyRequest(action, body, names)];
  if (service === 'sqs') {
    const resource = body.QueueUrl === undefined ? '*' : queueArn(String(body.QueueUrl));
    return [{ action: `sqs:${action.replace(/Batch$/, '')}`, resource, context: {} }];
  }
  const enclosing: Record<string, string> = action.startsWith('Transact')
    ? { 'dynamodb:EnclosingOperation': action }
    : {};
  return touchesOf(action, body, names).map(({ action: part, table, index, keys, attributes }) => ({
    action: `dynamodb:${part}`,
    resource: tableArn(table) + (index === undefined ? '' : `/index/${index}`),
    context: {
      ...(keys.length > 0 && { 'dynamodb:LeadingKeys': [...keys] }),
      ...(attributes && { 'dynamodb:Attributes': [...attributes] }),
      ...enclosing,
    },
  }));
}

/** SES asks for the domain that a message is from, and for the configuration set that it names. */
function mailRequests({ FromEmailAddress, ConfigurationSetName }: Record<string, unknown>): IamRequest[] {
  const domain = /@([^@>]+)>?$/.exec(String(FromEmailAddress))?.[1] ?? '';
  const resources = [
    `identity/${domain}`,
    ...(ConfigurationSetName === undefined ? [] : [`configuration-set/${String(ConfigurationSetName)}`]),
  ];
  return resources.map((resource) => ({
    action: 'ses:SendEmail',
    resource: `arn:aws:ses:${REGION}:${ACCOUNT}:${resource}`,
    context: {},
  }));
}

function keyRequest(action: string, body: Record<string, unknown>, names: Names): IamRequest {
  const context = Object.entries((body.EncryptionContext ?? {}) as Record<string, string>);
  const asked = body.KeyId === undefined ? names.key : String(body.KeyId);
  return {
    action: `kms:${action}`,
    resource: names.keyArn(asked) ?? `arn:aws:kms:${REGION}:${ACCOUNT}:key/${asked}`,
    context: {
      ...Object.fromEntries(context.map(([name, value]) => [`kms:EncryptionContext:${name}`, value])),
      ...(context.length > 0 && { 'kms:EncryptionContextKeys': context.map(([name]) => name) }),
    },
  };
}

/** The ARN of a table on this machine, from its name or ARN. */
function tableArn(name: string): string {
  return name.startsWith('arn:') ? name : `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;
}
