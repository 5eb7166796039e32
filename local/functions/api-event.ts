import type { IncomingMessage } from 'node:http';
import { ACCOUNT } from '../template/template.ts';

/**
 * Media types whose bodies an HTTP API passes as text. All others arrive as base64, including forms and bodies without
 * a type. AWS does not document the list; this is its observed behaviour.
 */
const TEXT = /^\s*(text\/|application\/(json|javascript|xml)\s*(;|$))/i;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A request as the gateway received it, and the route that it takes. */
export interface ApiRequest {
  readonly request: IncomingMessage;
  /** Decoded, as HTTP APIs do even in `rawPath`. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly body: Buffer;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** Epoch ms. */
  readonly now: number;
}

/** The function's event: payload format 2.0. Empty parts are absent. */
export function apiEvent(given: ApiRequest): Record<string, unknown> {
  const { request, path, query, body, routeKey, pathParameters, requestId, now } = given;
  const { cookie, ...others } = request.headers;
  const headers = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  );
  const isBase64Encoded = body.length > 0 && !TEXT.test(headers['content-type'] ?? '');
  const queryStringParameters = parametersIn(query);
  const host = headers.host ?? '';
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookie !== undefined && { cookies: cookie.split(/;\s*/) }),
    headers: {
      ...headers,
      'x-forwarded-for': headers['x-forwarded-for'] ?? '127.0.0.1',
      'x-forwarded-port': host.split(':')[1] ?? '80',
      'x-forwarded-proto': 'http',
    },
    ...(Object.keys(queryStringParameters).length > 0 && { queryStringParameters }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: 'local',
      domainName: host,
      domainPrefix: 'local',
      http: {
        method: request.method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now,
    },
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

/** Values of a repeated name are joined by commas. */
function parametersIn(query: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = Object.hasOwn(found, name) ? `${found[name] ?? ''},` : '';
    Object.defineProperty(found, name, { value: before + value, enumerable: true, configurable: true });
  }
  return found;
}

/** For example `12/Mar/2020:19:03:58 +0000`. */
function commonLogTime(ms: number): string {
  const [date = '', time = ''] = new Date(ms).toISOString().split(/[T.]/);
  const [year = '', month = '', day = ''] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1] ?? ''}/${year}:${time} +0000`;
}
