import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { selfSigned } from '../../test/behaviour/webhooks/certificate.ts';
import type { OpenTable } from '../../test/nightly/engines/open.ts';
import type { RuntimeClient } from './runtime-client.ts';
import { throttle } from './throttle.ts';

/** Times of one cold start, in ms: until the function asked for its first invocation, and until it had answered it. */
export interface ColdStart {
  readonly initMs: number;
  readonly firstMs: number;
  /** Of the first answer; undefined where the function failed, or answers nobody. */
  readonly status: number | undefined;
}

/** How a bundle is started. */
export interface Start {
  readonly client: RuntimeClient;
  readonly hasTable: boolean;
  /** It finds the environment of Lambda and so makes the reading with which functions prime themselves. */
  readonly isPrimed: boolean;
  /** AWS is called over TLS, and once the function has started it gets a share of the processor only. */
  readonly asInLambda?: boolean;
  /** What it is asked; without one, a request whose key nobody knows. */
  readonly event?: object;
  /** The table that it reads and writes; without one it finds an empty one. */
  readonly table?: Pick<OpenTable, 'endpoint' | 'tableName'>;
}

const ANSWER_MS = 30_000;
const KEPT = new Agent({ keepAlive: true });
const CERTIFICATE = selfSigned('127.0.0.1');
const AUTHORITY = join(mkdtempSync(join(tmpdir(), 'bench-')), 'ca.pem');
writeFileSync(AUTHORITY, CERTIFICATE.cert);

/**
 * Starts a folder's `index.mjs` in a process of its own with a small Runtime API and hands it one request. Take ratios of
 * one run.
 */
export async function coldStart(folder: string, start: Start): Promise<ColdStart> {
  let began = 0;
  let initMs = 0;
  let release: (() => void) | undefined;
  let answered: (first: Pick<ColdStart, 'firstMs' | 'status'>) => void;
  let failed: (error: Error) => void;
  const first = new Promise<Pick<ColdStart, 'firstMs' | 'status'>>(
    (resolve, reject) => ((answered = resolve), (failed = reject)),
  );
  const serveAws = awsOf(start);
  const aws = start.asInLambda === true ? https.createServer(CERTIFICATE, serveAws) : createServer(serveAws);
  const runtime = createServer((request, response) => {
    if (request.url?.endsWith('/next') === true) {
      request.resume();
      if (initMs > 0) return; // it has had its one invocation
      initMs = performance.now() - began;
      response.writeHead(200, invocation()).end(JSON.stringify(start.event ?? UNKNOWN));
      if (start.asInLambda === true) release = throttle(child);
      return;
    }
    empty(response);
    const firstMs = performance.now() - began - initMs;
    void text(request).then((said) => answered({ firstMs, status: statusIn(said) }));
  });
  const [awsPort, port] = [await listening(aws), await listening(runtime)];
  began = performance.now();
  const child = started(
    folder,
    start,
    `${start.asInLambda === true ? 'https' : 'http'}://127.0.0.1:${awsPort}`,
    port,
  );
  const timer = setTimeout(() => failed(new Error(`${folder} did not answer`)), ANSWER_MS);
  child.once('exit', (code, signal) => failed(new Error(`${folder} ended with ${code ?? signal}`)));
  try {
    return { ...(await first), initMs };
  } finally {
    clearTimeout(timer);
    release?.();
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    for (const server of [aws, runtime]) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** The status that a handler answered with. */
function statusIn(said: string): number | undefined {
  const answer = JSON.parse(said || 'null') as { readonly statusCode?: number } | null;
  return answer?.statusCode;
}

function started(folder: string, { client, isPrimed, hasTable, table }: Start, aws: string, port: number) {
  return spawn(process.execPath, client.argumentsFor(folder), {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...{ AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}` },
      ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' },
      ...{ AWS_ENDPOINT_URL: aws, NODE_EXTRA_CA_CERTS: AUTHORITY },
      ...(hasTable && { [ENVIRONMENT.table]: table?.tableName ?? 'bench' }),
      ...{ [ENVIRONMENT.documents]: 'bench', [ENVIRONMENT.key]: 'bench' },
      [ENVIRONMENT.publicUrl]: 'https://bench.example',
      ...Object.fromEntries(Object.values(ENVIRONMENT.queues).map((name) => [name, `${aws}/1/bench`])),
      ...(isPrimed && { AWS_LAMBDA_FUNCTION_NAME: 'bench' }),
    },
  });
}

async function listening(server: Server | https.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** AWS as the function finds it: the table's engine if there is one, and empty answers. */
function awsOf({ table }: Start): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const isForTable = String(request.headers['x-amz-target']).startsWith('DynamoDB_');
    if (table && isForTable) return passOn(request, response, table.endpoint);
    request.resume();
    empty(response);
  };
}

function passOn(request: IncomingMessage, response: ServerResponse, endpoint: string): void {
  const { method, headers, url } = request;
  const forwarded = httpRequest(new URL(url ?? '/', endpoint), { method, headers, agent: KEPT }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.once('error', () => response.destroy());
  request.pipe(forwarded);
}

function empty(response: ServerResponse): void {
  response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
}

/** What the Runtime API tells of an invocation beside its event; without a content type Lambda's own client crashes. */
const invocation = () => ({
  'content-type': 'application/json',
  'lambda-runtime-aws-request-id': '00000000-0000-4000-8000-000000000001',
  'lambda-runtime-deadline-ms': Date.now() + ANSWER_MS,
  'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-central-1:111111111111:function:bench',
  'lambda-runtime-trace-id': 'Root=1-00000000-000000000000000000000001;Sampled=0',
});

/** A request as API Gateway hands it over, by a tenant that nobody knows. */
const UNKNOWN = {
  version: '2.0',
  routeKey: 'GET /',
  rawPath: '/',
  rawQueryString: 'token=unknown',
  queryStringParameters: { token: 'unknown' },
  headers: { 'x-api-key': `svck_test_${'0'.repeat(32)}_unknown1`, 'x-api-secret': 'svcs_unknown' },
  requestContext: { requestId: 'bench', http: { method: 'GET', path: '/', sourceIp: '127.0.0.1' } },
  isBase64Encoded: false,
  Records: [],
};
