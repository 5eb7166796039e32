import { isFinal, Refusal, type RefusalCode } from '../lib/refusal.ts';
import type { Method, Route } from '../lib/routes.ts';
import { components } from './answers/shared.ts';
import { jsonSchemaOf, type Json } from './json-schema.ts';
import type { Operation } from './operation.ts';
import { refusalsOf } from './refusals.ts';

/** The answers of an operation by HTTP status: its success, and every refusal with its codes. */
export function responsesOf(route: Route, operation: Operation, method: Method): Json {
  return { ...successOf(route, operation, method), ...failuresOf(route, operation, method) };
}

/** Headers of failures of one status beside `X-Request-Id` and the limits. */
const FAILURE_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** The content of an answer that a browser shows. */
const PAGE = { 'text/html': { schema: { type: 'string' } } } as const satisfies Json;

function successOf(route: Route, { answer, example }: Operation, method: Method): Json {
  const limited = route.caller === 'tenant';
  const keyed = limited && method !== 'GET';
  const headers = headersOf([
    'X-Request-Id',
    ...(limited ? LIMIT_HEADERS : []),
    ...(keyed ? ['Idempotent-Replayed'] : []),
  ]);
  const page = { headers, content: PAGE };
  if (answer === 'redirect')
    return {
      303: { description: "On to the caller's own address.", headers },
      202: {
        description:
          'Not known yet: a page that comes back by itself, by its `Refresh` header, for five minutes at most.',
        ...page,
      },
    };
  if (answer === 'page') return { 200: { description: 'A page.', ...page } };
  const id = components.get(answer)?.id;
  const schema = id === undefined ? jsonSchemaOf(answer) : { $ref: `#/components/schemas/${id}` };
  return {
    200: {
      description: 'Success.',
      headers,
      content: { 'application/json': { schema, ...(example && { example: example.answer }) } },
    },
  };
}

function failuresOf(route: Route, { refusals, pages = [] }: Operation, method: Method): Json {
  const all = refusalsOf(route, method, refusals);
  return Object.fromEntries(
    [...new Set([...all.keys(), ...pages])].map((status) => {
      const codes = all.get(status) ?? [];
      const said = codes.map((code) => `\`${code}\``);
      return [
        status,
        {
          description: [...said, ...(pages.includes(status) ? ['a page for a browser'] : [])].join(', '),
          headers: headersOf(['X-Request-Id', ...failureHeaders(route, method, status, codes)]),
          content: {
            ...(codes.length > 0 && { 'application/json': { schema: failureWith(codes) } }),
            ...(pages.includes(status) && PAGE),
          },
        },
      ];
    }),
  );
}

/** A 401 has no limits to show: whose they were is not known. A refusal that can never change is given again to its key. */
function failureHeaders(
  route: Route,
  method: Method,
  status: number,
  codes: readonly RefusalCode[],
): readonly string[] {
  const limited = route.caller === 'tenant' && status !== 401;
  const isReplayed = limited && method !== 'GET' && codes.some((code) => isFinal(new Refusal(code)));
  return [
    ...(limited ? LIMIT_HEADERS : []),
    ...(isReplayed ? ['Idempotent-Replayed'] : []),
    ...(codes.includes('operation_in_progress') ? ['Retry-After'] : []),
    ...(FAILURE_HEADERS[status] ?? []),
  ];
}

const failureWith = (codes: readonly RefusalCode[]): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Failure' },
    { type: 'object', properties: { errorCode: { type: 'string', enum: codes } } },
  ],
});

/** Every header that an answer may have. */
export const HEADERS: Json = {
  'X-Request-Id': header('Identifies this request in our logs.'),
  'RateLimit-Limit': header('Requests a minute.', 'integer'),
  'RateLimit-Remaining': header('What is left of them.', 'integer'),
  'RateLimit-Reset': header('Seconds until all of them are there again.', 'integer'),
  'Idempotent-Replayed': header('`true` on an answer that was given before.'),
  'Retry-After': header('Seconds to wait before the request is repeated.', 'integer'),
  'WWW-Authenticate': header('Names the two headers that are wanted.'),
};

const headersOf = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function header(description: string, type = 'string'): Json {
  return { description, schema: { type } };
}
