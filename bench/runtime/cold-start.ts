import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { ENVIRONMENT } from '../../lib/environment.ts';
import { RUNTIME_CLIENT } from './client.ts';

/** Times of one cold start, in ms: until the function asked for its first invocation, and until it had answered it. */
export interface ColdStart {
  readonly initMs: number;
  readonly firstMs: number;
}

const ANSWER_MS = 20_000;

/**
 * Starts a bundle in a process of its own with a small Runtime API and hands it one request that has no credentials.
 * With `isPrimed` it finds the environment of Lambda and so makes the reading with which functions prime themselves,
 * against an engine that has nothing. Plain HTTP and an unthrottled processor: take ratios of one run.
 */
export async function coldStart(bundle: string, isPrimed: boolean, hasTable: boolean): Promise<ColdStart> {
  const began = performance.now();
  let initMs = 0;
  let answered: (ms: number) => void;
  let failed: (error: Error) => void;
  const first = new Promise<number>((resolve, reject) => ((answered = resolve), (failed = reject)));
  const server = createServer((request, response) => {
    request.resume();
    if (request.headers['x-amz-target'] !== undefined) return void empty(response);
    if (request.url?.endsWith('/next') === true) {
      if (initMs > 0) return; // it has had its one invocation
      initMs = performance.now() - began;
      return void response.setHeader('lambda-runtime-aws-request-id', 'one').end(EVENT);
    }
    empty(response);
    answered(performance.now() - began - initMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, ['--input-type=module', '-e', RUNTIME_CLIENT], {
    stdio: 'ignore',
    env: {
      ...{ AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`, BUNDLE: pathToFileURL(bundle).href },
      ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' },
      ...{ AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` },
      ...(hasTable && { [ENVIRONMENT.table]: 'bench' }),
      ...(isPrimed && { AWS_LAMBDA_FUNCTION_NAME: 'bench' }),
    },
  });
  const timer = setTimeout(() => failed(new Error(`${bundle} did not answer`)), ANSWER_MS);
  child.once('exit', (code) => failed(new Error(`${bundle} ended with ${code}`)));
  try {
    return { firstMs: await first, initMs };
  } finally {
    clearTimeout(timer);
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
}

function empty(response: ServerResponse): void {
  response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
}

/** A request as API Gateway hands it over, with nothing in it. */
const EVENT = JSON.stringify({
  version: '2.0',
  routeKey: 'GET /',
  rawPath: '/',
  rawQueryString: '',
  headers: {},
  requestContext: { requestId: 'bench', http: { method: 'GET', path: '/', sourceIp: '127.0.0.1' } },
  isBase64Encoded: false,
  Records: [],
});
