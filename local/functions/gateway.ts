import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../../lib/refusal.ts';
import { refuseForeign } from '../../sandbox/refuse-foreign.ts';
import { KEEP_RESTING_CONNECTIONS } from '../../sandbox/resting-connections.ts';
import { sendMessage, sendRefusal, sendResult } from './api-answer.ts';
import { apiEvent } from './api-event.ts';
import type { Traffic } from './traffic.ts';

/** A route of the template: `GET /plans/list`, and whose function answers. */
export interface GatewayRoute {
  readonly routeKey: string;
  readonly pool: { invoke(event: unknown): Promise<unknown> };
}

/** The largest body an HTTP API takes. */
const BODY_MAX = 10 * 1024 * 1024;
const BROKEN_PATH = 'The path is not percent-encoded UTF-8.';
const BROKEN_REQUEST = 'The request is not valid HTTP.';
/** An HTTP API's integration time-out. */
const ANSWER_MS = 30_000;

interface Matcher extends GatewayRoute {
  readonly method: string;
  readonly pattern: RegExp;
  /** How unspecific its path is: more specific routes are tried first, as in the gateway. */
  readonly vague: number;
}

/**
 * The HTTP API of the template, payload format 2.0. Only the route `$default` takes what no other route does, HEAD and
 * OPTIONS of a path that is served with GET among it. Every request begins when `traffic` admits it.
 */
export function startGateway(
  routes: readonly GatewayRoute[],
  port: number,
  traffic: Pick<Traffic, 'admit'>,
  now: () => number = Date.now,
): Promise<Server> {
  const matchers = routes.map(matcherOf).sort((a, b) => a.vague - b.vague);
  const listener: RequestListener = (request, response) => {
    void traffic.admit(request.method).then((end) =>
      handle(matchers, request, response, now)
        .catch(() => response.destroy()) // the caller has gone away during its request
        .finally(end),
    );
  };
  const server = createServer(KEEP_RESTING_CONNECTIONS, refuseForeign(listener));
  server.on('clientError', refuseUnread);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function handle(
  matchers: readonly Matcher[],
  request: IncomingMessage,
  response: ServerResponse,
  now: () => number,
): Promise<void> {
  const requestId = randomUUID();
  response.setHeader('apigw-requestid', requestId);
  const body = await bodyOf(request);
  if (!body) return sendRefusal(response, new Refusal('body_too_large'), requestId);
  const [rawPath = '/', ...rest] = (request.url ?? '/').split('?');
  const path = decoded(rawPath);
  if (path === undefined)
    return sendRefusal(response, new Refusal('invalid_request', { message: BROKEN_PATH }), requestId);
  const found = matchers.find(
    ({ method, pattern }) => (method === 'ANY' || method === request.method) && pattern.test(path),
  );
  if (!found) return sendMessage(response, 404, 'Not Found');
  const pathParameters = { ...found.pattern.exec(path)?.groups };
  const { routeKey } = found;
  const event = apiEvent({
    request,
    path,
    query: rest.join('?'),
    body,
    routeKey,
    pathParameters,
    requestId,
    now: now(),
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, ANSWER_MS, 'late')));
  try {
    const result = await Promise.race([found.pool.invoke(event), late]);
    if (result === 'late') sendMessage(response, 503, 'Service Unavailable');
    else sendResult(response, result);
  } catch {
    sendMessage(response, 500, 'Internal Server Error');
  } finally {
    clearTimeout(timer);
  }
}

/** Answers input that is not an HTTP request, and closes the connection. */
function refuseUnread(_error: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const { status, body } = new Refusal('invalid_request', { message: BROKEN_REQUEST });
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} Bad Request`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      `x-request-id: ${randomUUID()}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

function matcherOf({ routeKey, pool }: GatewayRoute): Matcher {
  if (routeKey === '$default') return { routeKey, pool, method: 'ANY', pattern: /^/, vague: Infinity };
  const [method = '', path = ''] = routeKey.split(' ');
  const pattern = path
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{(\w+)\\\+\}/g, '(?<$1>.+)')
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const parameters = [...path.matchAll(/\{\w+(\+?)\}/g)];
  const vague =
    parameters.reduce((sum, [, greedy]) => sum + (greedy ? 1000 : 10), 0) + (method === 'ANY' ? 1 : 0);
  return { routeKey, pool, method, pattern: new RegExp(`^${pattern}$`), vague };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= BODY_MAX) chunks.push(chunk as Buffer);
  }
  return size > BODY_MAX ? undefined : Buffer.concat(chunks);
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
