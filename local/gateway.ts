import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Pool } from './pool.ts';

/** A route of the template: `GET /plans/list`, and whose function answers. */
export interface GatewayRoute {
  readonly routeKey: string;
  readonly pool: Pool;
}

/** The largest body an HTTP API takes. */
const BODY_MAX = 10 * 1024 * 1024;

/** Media types that an HTTP API hands over as text; bodies of all others arrive as base64. */
const TEXT = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded)|[^;]*\+(json|xml))/i;

interface Result {
  readonly statusCode?: number;
  readonly headers?: Record<string, string | number | boolean>;
  readonly cookies?: string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** The HTTP API of the template, payload format 2.0. */
export function startGateway(
  routes: readonly GatewayRoute[],
  port: number,
  busy: (by: 1 | -1) => void,
): Promise<Server> {
  const matchers = routes.map(({ routeKey, pool }) => {
    const [method = '', path = ''] = routeKey.split(' ');
    const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);
    const pattern = new RegExp(
      `^${path.replaceAll(/\{\w+\+\}/g, '(.+)').replaceAll(/\{\w+\}/g, '([^/]+)')}$`,
    );
    return { routeKey, method, pattern, names, pool };
  });
  const server = createServer((request, response) => {
    busy(1);
    void handle(request, response).finally(() => busy(-1));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://local');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      size += (chunk as Buffer).length;
      if (size <= BODY_MAX) chunks.push(chunk as Buffer);
    }
    if (size > BODY_MAX) return plain(response, 413, 'Request Entity Too Large');
    const found = matchers.find(
      ({ method, pattern }) => method === request.method && pattern.test(url.pathname),
    );
    if (!found) return plain(response, 404, 'Not Found');
    const values = found.pattern.exec(url.pathname)?.slice(1) ?? [];
    const event = eventOf(request, url, Buffer.concat(chunks), found.routeKey, found.names, values);
    try {
      reply(response, (await found.pool.invoke(event)) as Result | string);
    } catch {
      plain(response, 500, 'Internal Server Error');
    }
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function eventOf(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  routeKey: string,
  names: readonly string[],
  values: readonly string[],
): Record<string, unknown> {
  const { cookie, ...rest } = request.headers;
  const headers = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  );
  const query = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    const before = query.get(name);
    query.set(name, before === undefined ? value : `${before},${value}`);
  }
  const text = body.length > 0 && TEXT.test(headers['content-type'] ?? 'text/plain');
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers,
    ...(query.size > 0 && { queryStringParameters: Object.fromEntries(query) }),
    ...(names.length > 0 && {
      pathParameters: Object.fromEntries(
        names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
      ),
    }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? '',
      domainPrefix: 'local',
      http: {
        method: request.method,
        path: url.pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: text ? body.toString('utf8') : body.toString('base64') }),
    isBase64Encoded: body.length > 0 && !text,
  };
}

/** A result without a status is a body on its own, as the gateway has it. */
function reply(response: ServerResponse, result: Result | string): void {
  const shaped: Result =
    typeof result === 'object' && result.statusCode !== undefined
      ? result
      : { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(result) };
  const { statusCode = 200, headers = {}, cookies = [], body = '', isBase64Encoded = false } = shaped;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.writeHead(statusCode).end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
}

function plain(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}
