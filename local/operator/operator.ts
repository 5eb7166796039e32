import { randomBytes, randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import type { App } from '../../lib/runtime/app.ts';
import { AWS_CLIENT, endOfCall } from '../../lib/runtime/aws-client.ts';
import type { Documents } from '../../lib/documents/documents.ts';
import { s3Documents } from '../../lib/documents/s3.ts';
import { guardedPost } from '../../lib/outgoing/post.ts';
import { userAgentOf } from '../../lib/outgoing/user-agent.ts';
import { jsonLog } from '../../lib/runtime/log.ts';
import { iyzico } from '../../lib/pay/iyzico/iyzico.ts';
import { iyzicoNotifications } from '../../lib/pay/iyzico/notifications.ts';
import { parasut } from '../../lib/acct/parasut/parasut.ts';
import { kmsSecrets } from '../../lib/runtime/secrets.ts';
import { dynamoTable } from '../../lib/table/dynamodb/table.ts';
import type { QueueName } from '../../lib/footprint.ts';
import { SqsDeadLetters, type DeadLetterQueues, type QueueUrls } from '../queues/dead-letters.ts';

/** What operating a stack requires. */
export interface StackAccess {
  readonly tableName: string;
  readonly keyId: string;
  /** One address for all AWS services; absent for a stack in an account, where the default credentials apply. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** The documents' bucket; absent where it is not known. */
  readonly bucketName?: string | undefined;
  /** What a link to it is valid by, epoch ms; the time of this machine if absent. */
  readonly now?: (() => number) | undefined;
  readonly publicUrl: string;
  /** The domain that the stage sends messages from; without one nothing that is done here owes any. */
  readonly senderDomain: string | undefined;
  /** The host that the console has for itself; undefined where it shares the service's. */
  readonly consoleHost?: string;
  /** `host:port` pairs that webhooks may name on one machine. */
  readonly loopbackAllowed: readonly string[];
}

/** Signs in at the local cloud's AWS endpoint; every call of an operator is recorded there as such. */
const LOCAL_CREDENTIALS = { accessKeyId: 'OPERATOR', secretAccessKey: 'local' };

const noQueue = { send: () => Promise.reject(new Error('an operator sends no messages')) };

const noDocuments = (): never => {
  throw new Error('an operator handles no documents');
};

/** The dead letters of a stack's queues, wherever the stack is. */
export function deadLettersOf(
  access: Pick<StackAccess, 'endpoint' | 'region'>,
  urls: Readonly<Record<QueueName, QueueUrls>>,
): DeadLetterQueues {
  const sqs = new SQSClient(clientOf(access));
  const of = (name: QueueName) => new SqsDeadLetters(sqs, urls[name]);
  return {
    deliveries: of('deliveries'),
    'slow-deliveries': of('slow-deliveries'),
    reconciliation: of('reconciliation'),
    invoicing: of('invoicing'),
    sweeps: of('sweeps'),
    messages: of('messages'),
    'message-events': of('message-events'),
  };
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** An operator's command has all the time it needs. */
const end = () => endOfCall(Infinity);

const clientOf = ({ endpoint, region }: Pick<StackAccess, 'endpoint' | 'region'>) => ({
  ...AWS_CLIENT,
  ...(region && { region }),
  ...(endpoint && { endpoint, credentials: LOCAL_CREDENTIALS }),
});

/** The bucket of a stack, of which an operator's commands write logos, and read and write the notes for a restore. */
function documentsOf(access: StackAccess): Documents {
  const opened = async () => {
    const { bucketName: name, endpoint, now = () => Date.now() } = access;
    if (name === undefined) throw new Error("name the documents' bucket with --bucket");
    const { config } = new DynamoDBClient(clientOf(access)); // finds credentials and region as all AWS tools do
    const [region, signing] = await Promise.all([config.region(), config.credentials()]);
    return s3Documents({ name, region, endpoint, identity: () => signing, now, end });
  };
  return {
    put: noDocuments,
    link: noDocuments,
    putLogo: async (...asked) => (await opened()).putLogo(...asked),
    readLogo: noDocuments,
    note: async (path) => (await opened()).note(path),
    notes: async () => (await opened()).notes(),
  };
}

/** An operator's App for a stack: the product's own parts, outside its functions. */
export function operatorOf(access: StackAccess): App {
  const client = clientOf(access);
  const userAgent = userAgentOf(access.publicUrl);
  return {
    clock: () => Date.now(),
    newId: () => v7({ msecs: Date.now() }),
    newNonce: () => randomBytes(16).toString('base64url'),
    newSecret: () => randomBytes(32).toString('base64url'),
    memory: {},
    actor: { by: 'operator' },
    keepsPace: 'waiting',
    timeLeft: () => Infinity,
    wait,
    table: dynamoTable(DynamoDBDocumentClient.from(new DynamoDBClient(client)), access.tableName, {
      newToken: () => randomUUID(),
      end,
      wait,
      jitter: () => Math.random(),
    }),
    queues: {
      deliveries: noQueue,
      'slow-deliveries': noQueue,
      reconciliation: noQueue,
      invoicing: noQueue,
      sweeps: noQueue,
      messages: noQueue,
      'message-events': noQueue,
    },
    secrets: kmsSecrets(new KMSClient(client), access.keyId, { now: () => Date.now(), end }),
    pay: (account, _timeLeft, admit) =>
      iyzico(account, { now: () => Date.now(), randomKey: () => randomUUID(), userAgent, admit }),
    payNotifications: iyzicoNotifications,
    acct: (account, store) => parasut(account, store, { now: () => Date.now(), userAgent }),
    bulletins: { of: async () => ({ is: 'silent' }), newest: async () => ({ is: 'silent' }) },
    documents: documentsOf(access),
    post: guardedPost({ allowed: access.loopbackAllowed, userAgent }),
    mail: { send: () => Promise.reject(new Error('an operator sends no mail')) },
    log: jsonLog(() => undefined, { now: () => 0 }),
    settings: {
      publicUrl: access.publicUrl,
      senderDomain: access.senderDomain,
      loopbackAllowed: access.loopbackAllowed,
      ...(access.consoleHost !== undefined && { consoleHost: access.consoleHost }),
    },
  };
}
