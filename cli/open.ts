import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { v7 } from 'uuid';
import * as z from 'zod/mini';
import { queueOutputs } from '../infra/state/queue-outputs.ts';
import { ACCT_ADDRESS } from '../lib/acct/provider.ts';
import { payProvider } from '../lib/pay/provider.ts';
import { QUEUE_NAMES, type QueueName } from '../lib/footprint.ts';
import type { QueueUrls } from '../local/queues/dead-letters.ts';
import { deadLettersOf, operatorOf } from '../local/operator/operator.ts';
import { REGION } from '../local/template/template.ts';
import { UsageError, type GlobalOptions, type Target } from './io.ts';

const HERE = resolve(import.meta.dirname, '..', '.local', 'stack.json');
/** The folder in which `npm run deploy` stores the outputs of each stage. */
const DEPLOYED = resolve(import.meta.dirname, '..', '.deploy');
const PROVIDERS = { pay: payProvider.addresses, acct: ACCT_ADDRESS };
const CLOCK_DEADLINE_MS = 3_000;

const localStack = z.object({
  baseUrl: z.string(),
  bucketUrl: z.optional(z.nullable(z.string())),
  controlUrl: z.string(),
  payUrl: z.string(),
  acctUrl: z.string(),
  awsUrl: z.string(),
  senderDomain: z.nullable(z.string()),
  tableName: z.string(),
  keyId: z.string(),
  loopbackAllowed: z.array(z.string()),
  queueUrls: z.optional(z.record(z.string(), z.string())),
});

/** CDK's outputs file: for each stack its outputs by name. */
const outputs = z.record(z.string(), z.record(z.string(), z.string()));
type Outputs = Readonly<Record<string, string | undefined>>;

/** Opens the target: the local cloud unless a deployed stack is named. Throws UsageError if it cannot be found. */
export async function openTarget(choice: GlobalOptions): Promise<Target> {
  const { stack, table, keyId, apiUrl, consoleUrl, local, bucket: bucketName } = choice;
  if (local !== undefined) return here(local);
  if (stack !== undefined) return deployed(outputsOf(stack, choice.outputs), stack);
  if (table === undefined && keyId === undefined && apiUrl === undefined) return here(HERE);
  if (table === undefined || keyId === undefined || apiUrl === undefined)
    throw new UsageError('a stack needs all three of --table, --key-id and --api-url');
  return deployed({ tableName: table, keyId, publicUrl: apiUrl, consoleUrl, bucketName }, table);
}

interface Parts {
  readonly tableName: string;
  readonly keyId: string;
  readonly publicUrl: string;
  readonly senderDomain?: string | undefined;
  readonly consoleUrl?: string | undefined;
  readonly bucketName?: string | undefined;
  readonly queues?: QueuesByName | undefined;
}

function deployed(
  { tableName, keyId, publicUrl, senderDomain, consoleUrl, bucketName, queues }: Parts,
  name: string,
): Target {
  const access = {
    tableName,
    keyId,
    bucketName,
    endpoint: undefined,
    region: undefined,
    loopbackAllowed: [],
  };
  const app = operatorOf({
    ...access,
    publicUrl: publicUrl.replace(/\/$/, ''),
    senderDomain,
    ...(consoleUrl !== undefined && { consoleHost: new URL(consoleUrl).host }),
  });
  const deadLetters = queues && deadLettersOf({ endpoint: undefined, region: undefined }, queues);
  return { app, name: `the stack ${name}`, mode: 'live', deadLetters, providers: PROVIDERS };
}

/** The outputs of all stacks of a stage, merged: they share one file, and no two outputs have the same name. */
function outputsOf(stage: string, named: string | undefined): Parts {
  if (named === undefined && !/^[\w-]+$/.test(stage)) throw new UsageError(`${stage} is no name of a stage`);
  const file = named ?? join(DEPLOYED, `${stage}.json`);
  const found = Object.assign(
    {},
    ...Object.values(read(file, outputs, `deploy it with "npm run deploy -- --stage ${stage}"`)),
  ) as Outputs;
  const {
    TableName: tableName,
    KeyId: keyId,
    ApiUrl: publicUrl,
    DocumentsBucketArn: bucket,
    ConsoleUrl: consoleUrl,
    SenderDomain: senderDomain,
  } = found;
  if (tableName === undefined || keyId === undefined || publicUrl === undefined)
    throw new UsageError(`${file} has no TableName, KeyId and ApiUrl`);
  return {
    tableName,
    keyId,
    publicUrl,
    senderDomain,
    consoleUrl,
    bucketName: bucket?.split(':').at(-1),
    queues: queuesInOutputs(found),
  };
}

type QueuesByName = Readonly<Record<QueueName, QueueUrls>>;

/** The queues' URLs from the outputs; undefined if one is missing. */
function queuesInOutputs(found: Outputs): QueuesByName | undefined {
  return everyQueue((name) => {
    const { queueUrl, deadLettersUrl } = queueOutputs(name);
    return [found[queueUrl], found[deadLettersUrl]];
  });
}

/** The queues' URLs by their ids in the template, such as `QueuesslowdeliveriesDeadLetters1F2E3D4C`. */
function queuesOnThisMachine(urls: Readonly<Record<string, string>>): QueuesByName | undefined {
  const found = (name: QueueName, part: string) =>
    Object.entries(urls).find(([id]) => id.startsWith(`Queues${name.replaceAll('-', '')}${part}`))?.[1];
  return everyQueue((name) => [found(name, 'Queue'), found(name, 'DeadLetters')]);
}

function everyQueue(
  urlsOf: (name: QueueName) => readonly [queueUrl?: string, deadLettersUrl?: string],
): QueuesByName | undefined {
  const all = QUEUE_NAMES.flatMap((name) => {
    const [queueUrl, deadLettersUrl] = urlsOf(name);
    return queueUrl === undefined || deadLettersUrl === undefined
      ? []
      : [[name, { queueUrl, deadLettersUrl }] as const];
  });
  return all.length === QUEUE_NAMES.length ? (Object.fromEntries(all) as QueuesByName) : undefined;
}

/** The local cloud as a target; its time, which may have been moved, is read from its control port. */
async function here(file: string): Promise<Target> {
  const stack = read(file, localStack, 'start the local cloud with "npm start", or name a stack');
  const { baseUrl, controlUrl, payUrl, acctUrl, awsUrl, tableName, keyId, loopbackAllowed } = stack;
  const bucketName = stack.bucketUrl?.split('/').at(-1);
  const queues = queuesOnThisMachine(stack.queueUrls ?? {});
  const aheadMs = (await timeAt(controlUrl)) - Date.now();
  const clock = () => Date.now() + aheadMs;
  const app = operatorOf({
    tableName,
    keyId,
    bucketName,
    now: clock,
    endpoint: awsUrl,
    region: REGION,
    publicUrl: baseUrl,
    senderDomain: stack.senderDomain ?? undefined,
    loopbackAllowed,
  });
  return {
    app: { ...app, clock, newId: () => v7({ msecs: clock() }) },
    name: `the local cloud at ${baseUrl}`,
    mode: 'test',
    deadLetters: queues && deadLettersOf({ endpoint: awsUrl, region: REGION }, queues),
    providers: { pay: { live: payUrl, test: payUrl }, acct: acctUrl },
  };
}

async function timeAt(controlUrl: string): Promise<number> {
  try {
    const answer = await fetch(`${controlUrl}/clock`, { signal: AbortSignal.timeout(CLOCK_DEADLINE_MS) });
    return Date.parse(z.parse(z.object({ now: z.string() }), await answer.json()).now);
  } catch {
    throw new Error(`the local cloud at ${controlUrl} does not answer; start it with "npm start"`);
  }
}

function read<T extends z.ZodMiniType>(file: string, schema: T, advice: string): z.infer<T> {
  if (!existsSync(file)) throw new Error(`there is no ${file}; ${advice}`);
  const parsed = z.safeParse(schema, jsonIn(file));
  if (!parsed.success) throw new Error(`${file} is not what was expected; ${advice}`);
  return parsed.data;
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
