import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { HttpEvent } from '../../../lib/http/call.ts';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import { KEEP_RESTING_CONNECTIONS } from '../../../sandbox/resting-connections.ts';
import type { Answer, Ask } from './ask.ts';
import { listen, onceWhole } from './loopback.ts';

/** The status of an answer that never came because the process died. */
export const NO_ANSWER = 0;

/** The service's public address, as far as the provider calls it: notifications. */
export async function startFront(
  receive: (ask: Ask) => Promise<Answer>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(
    KEEP_RESTING_CONNECTIONS,
    onceWhole((request, body, response) => {
      const token = (request.url ?? '').split('/').pop() ?? '';
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const raw = body.toString();
      void receive({ method: 'POST', path: { token }, headers, raw }).then(({ status, text }) => {
        if (status === NO_ANSWER) response.destroy();
        else response.writeHead(status).end(text);
      });
    }),
  );
  return listen(server);
}

/** A request as the gateway hands it to a function. */
export function eventFor(name: RouteName, ask: Ask): HttpEvent {
  const route = ROUTES.find((candidate) => candidate.name === name)!;
  const method = ask.method ?? route.methods.at(0) ?? 'GET';
  const address = ask.address ?? route.path;
  const body = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
  const headers: Record<string, string> = {
    ...(ask.body !== undefined && { 'content-type': 'application/json' }),
    ...ask.headers,
  };
  return {
    version: '2.0',
    routeKey: route.path === '$default' ? route.path : `${method} ${route.path}`,
    rawPath: address,
    rawQueryString: new URLSearchParams(ask.query).toString(),
    headers,
    ...(ask.cookies && { cookies: Object.entries(ask.cookies).map((pair) => pair.join('=')) }),
    ...(ask.query && { queryStringParameters: ask.query }),
    ...(ask.path && { pathParameters: ask.path }),
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
    requestContext: {
      requestId: randomUUID(),
      domainName: ask.host,
      http: { method, path: address, sourceIp: ask.from ?? '192.0.2.1' },
    },
  } as unknown as HttpEvent;
}
