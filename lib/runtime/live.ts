import { randomBytes, randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { sesMailer } from '../messages/ses.ts';
import { parasut } from '../acct/parasut/parasut.ts';
import type { App } from './app.ts';
import { AWS_CLIENT, endOfCall } from './aws-client.ts';
import { s3Documents } from '../documents/s3.ts';
import { guardedPost } from '../outgoing/post.ts';
import { ENVIRONMENT } from './environment.ts';
import { jsonLog } from './log.ts';
import { iyzico } from '../pay/iyzico/iyzico.ts';
import { iyzicoNotifications } from '../pay/iyzico/notifications.ts';
import { userAgentOf } from '../outgoing/user-agent.ts';
import { PAGE_BYTES_MAX, tcmbBulletins, TCMB_URL, type GetPage } from '../rates/tcmb.ts';
import { sqsQueue } from '../queue/sqs.ts';
import { kmsSecrets } from './secrets.ts';
import { dynamoTable } from '../table/dynamodb/table.ts';
import { key } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { subsegmentPacket } from './trace.ts';

/** Creates a part on first use and keeps it, so that a function pays only for what it uses. */
function lazy<T>(make: () => T): () => T {
  let made: { part: T } | undefined;
  return () => (made ??= { part: make() }).part;
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
  return value;
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** The invocation under way: an instance serves one at a time. */
let invocation = { getRemainingTimeInMillis: () => Infinity };
const timeLeft = () => invocation.getRemainingTimeInMillis();
const end = (longestMs?: number) => endOfCall(timeLeft(), longestMs);

const sqs = lazy(() => new SQSClient(AWS_CLIENT));
const queue = (name: string) => lazy(() => sqsQueue(sqs(), setting(name), end));

/** Send errors are ignored: a missing trace does no harm. */
const daemon = lazy(() =>
  process
    .getBuiltinModule('node:dgram')
    .createSocket('udp4')
    .on('error', () => undefined)
    .unref(),
);

const settings = lazy(() => ({
  publicUrl: (process.env[ENVIRONMENT.publicUrl] ?? '').replace(/\/$/, ''),
  loopbackAllowed: (process.env[ENVIRONMENT.loopbackAllowed] ?? '')
    .split(',')
    .filter((entry) => entry !== ''),
  ...(process.env[ENVIRONMENT.senderDomain] && { senderDomain: process.env[ENVIRONMENT.senderDomain] }),
  ...(process.env[ENVIRONMENT.consoleHost] && { consoleHost: process.env[ENVIRONMENT.consoleHost] }),
  isBehindFirewall: process.env[ENVIRONMENT.firewall] !== undefined,
}));

const tableOf = (client: DynamoDBClient) =>
  dynamoTable(DynamoDBDocumentClient.from(client), setting(ENVIRONMENT.table), {
    newToken: () => randomUUID(),
    end,
    wait,
    jitter: () => Math.random(),
  });
const table = lazy(() => tableOf(new DynamoDBClient(AWS_CLIENT)));

const secrets = lazy(() =>
  kmsSecrets(new KMSClient(AWS_CLIENT), setting(ENVIRONMENT.key), { now: () => Date.now(), end }),
);
const userAgent = () => userAgentOf(settings().publicUrl);
const post = lazy(() => guardedPost({ allowed: settings().loopbackAllowed, userAgent: userAgent() }));
/** One request that names itself and follows no redirect. Throws if the page is too large. */
const fetchPage: GetPage = async (url, limitMs) => {
  const signal = AbortSignal.timeout(limitMs);
  const answer = await fetch(url, { signal, redirect: 'manual', headers: { 'User-Agent': userAgent() } });
  const body: AsyncIterable<Uint8Array> | Uint8Array[] = answer.body ?? [];
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > PAGE_BYTES_MAX) throw new Error('the page is too large');
  }
  return { status: answer.status, body: Buffer.concat(chunks).toString() };
};
const bulletins = lazy(() => tcmbBulletins(process.env[ENVIRONMENT.rates] || TCMB_URL, fetchPage));
/** Read for each signature: Lambda may replace a function's temporary credentials. */
const identity = () => ({
  accessKeyId: setting('AWS_ACCESS_KEY_ID'),
  secretAccessKey: setting('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env.AWS_SESSION_TOKEN,
});
const documents = lazy(() =>
  s3Documents({
    name: setting(ENVIRONMENT.documents),
    region: setting('AWS_REGION'),
    endpoint: process.env[ENVIRONMENT.documentsEndpoint],
    identity,
    now: () => Date.now(),
    end,
  }),
);
const mail = lazy(() =>
  sesMailer({
    region: setting('AWS_REGION'),
    endpoint: process.env[ENVIRONMENT.mailEndpoint],
    configurationSet: setting(ENVIRONMENT.configurationSet),
    perSecond: Number(setting(ENVIRONMENT.mailsPerSecond)),
    identity,
    now: () => Date.now(),
    end,
    wait,
  }),
);
const queues = {
  deliveries: queue(ENVIRONMENT.queues.deliveries),
  reconciliation: queue(ENVIRONMENT.queues.reconciliation),
  'slow-deliveries': queue(ENVIRONMENT.queues['slow-deliveries']),
  invoicing: queue(ENVIRONMENT.queues.invoicing),
  sweeps: queue(ENVIRONMENT.queues.sweeps),
  messages: queue(ENVIRONMENT.queues.messages),
};

/** The deployed App. No part is created, and no variable read, before first use. */
export const live: App = {
  clock: () => Date.now(),
  // Without random bytes of ours the library loads the web's crypto (2 ms of processor time).
  newId: () => v7({ msecs: Date.now(), random: randomBytes(16) }),
  newNonce: () => randomBytes(16).toString('base64url'),
  newSecret: () => randomBytes(32).toString('base64url'),
  memory: {},
  begin: (context) => void (invocation = context),
  timeLeft,
  wait,
  get table() {
    return table();
  },
  queues: {
    get deliveries() {
      return queues.deliveries();
    },
    get 'slow-deliveries'() {
      return queues['slow-deliveries']();
    },
    get sweeps() {
      return queues.sweeps();
    },
    get reconciliation() {
      return queues.reconciliation();
    },
    get invoicing() {
      return queues.invoicing();
    },
    get messages() {
      return queues.messages();
    },
    /** SES fills this one. */
    'message-events': { send: () => Promise.reject(new Error('nobody sends to this queue')) },
  },
  get mail() {
    return mail();
  },
  get bulletins() {
    return bulletins();
  },
  get documents() {
    return documents();
  },
  get secrets() {
    return secrets();
  },
  pay: (account, timeLeft, admit) =>
    iyzico(account, {
      now: () => Date.now(),
      randomKey: () => randomUUID(),
      timeLeft,
      admit,
      userAgent: userAgent(),
      observe: (oddity) => live.log.measure('PayAnswersOdd', 1, oddity),
    }),
  payNotifications: iyzicoNotifications,
  acct: (account, store, run) =>
    parasut(account, store, { now: () => Date.now(), wait, userAgent: userAgent() }, run),
  post: (...asked) => post()(...asked),
  trace: (work) => {
    const packet = subsegmentPacket(work, process.env._X_AMZN_TRACE_ID ?? '', randomBytes(8).toString('hex'));
    const [host = '', port = ''] = (process.env.AWS_XRAY_DAEMON_ADDRESS ?? '').split(':');
    if (packet !== undefined && port !== '') daemon().send(packet, Number(port), host);
  },
  log: jsonLog((line) => process.stdout.write(`${line}\n`), {
    now: () => Date.now(),
    namespace: process.env[ENVIRONMENT.metricsNamespace] ?? '',
    level: process.env[ENVIRONMENT.logLevel],
  }),
  get settings() {
    return settings();
  },
};

/** The table, as it would answer with these bodies: nothing leaves the process. */
export const tableAnsweredBy = (answer: (body: string) => Promise<Uint8Array>): Table => {
  const handle = async ({ body }: { readonly body: string | Uint8Array }) => ({
    response: { statusCode: 200, headers: {}, body: await answer(Buffer.from(body).toString()) },
  });
  return tableOf(new DynamoDBClient({ ...AWS_CLIENT, requestHandler: { handle } }));
};

/** Whether this is the start of a deployed function that has a table. */
export const isPrimed = (): boolean =>
  process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined && process.env[ENVIRONMENT.table] !== undefined;

/** How long a cold start waits for its first answer from the table. */
const CONNECTING_MS = 1_000;

/**
 * Reads a key that does not exist during the cold start, so often at once: connections and TLS are then set up with an
 * unthrottled processor, and not by the first request. Any failure is left to that request.
 */
export async function connect(connections = 1): Promise<void> {
  if (!isPrimed()) return;
  const limit = new Promise<void>((resolve) => void setTimeout(resolve, CONNECTING_MS).unref());
  const read = () => live.table.getMany([key.nothing()], { consistent: false });
  try {
    await Promise.race([Promise.all(Array.from({ length: connections }, read)), limit]);
  } catch {
    // That request fails in the same way.
  }
}
