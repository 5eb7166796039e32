import { isFinalRefusal, Refusal, type RefusalCode } from '../lib/refusal.ts';
import type { Method, Route } from '../lib/route.ts';
import { components } from '../lib/wire/shape.ts';
import { jsonSchemaOf, type Json } from './json-schema.ts';
import type { Operation } from './operations.ts';
import { refusalsOf } from './refusals.ts';

/** The answers of an operation by HTTP status: its success, and every refusal with its codes. */
export function responsesOf(route: Route, operation: Operation, method: Method): Record<string, Json> {
  return { ...successOf(route, operation, method), ...failuresOf(route, operation, method) };
}

/** What is on every answer of a tenant's call once its key pair is known. */
export const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
/** Headers that are described once, with 429, because they are on every answer. */
export const EVERYWHERE: readonly string[] = ['X-Request-Id', ...LIMIT_HEADERS];

/** Headers of failures of one status. */
const FAILURE_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: [...EVERYWHERE, 'Retry-After'],
  503: ['Retry-After'],
};
/** An image, and the content of an answer that a browser shows. */
const IMAGE = {
  'image/png': { schema: { type: 'string', contentEncoding: 'base64' } },
  'image/jpeg': { schema: { type: 'string', contentEncoding: 'base64' } },
  'image/webp': { schema: { type: 'string', contentEncoding: 'base64' } },
} as const satisfies Json;
const PAGE = { 'text/html': { schema: { type: 'string' } } } as const satisfies Json;

/** A page as programs read it. */
const MARKDOWN = { 'text/markdown': { schema: { type: 'string' } } } as const satisfies Json;
const XML = { 'application/xml': { schema: { type: 'string' } } } as const satisfies Json;
/** The content of an answer that programs read as text. */
const TEXT = { 'text/plain': { schema: { type: 'string' } } } as const satisfies Json;

function successOf(
  route: Route,
  { answer, example, mayBeRecordsOnly }: Operation,
  method: Method,
): Record<string, Json> {
  const keyed = route.caller === 'tenant' && method !== 'GET';
  if (answer === 'redirect')
    return {
      303: { description: "On to the caller's own address." },
      202: {
        description:
          'Not known yet: a page that comes back by itself, by its `Refresh` header, for five minutes at most.',
        content: PAGE,
      },
    };
  if (answer === 'elsewhere') return { 302: { description: 'On to another page.' } };
  if (answer === 'document')
    return { 200: { description: 'A page, or the same as Markdown.', content: { ...PAGE, ...MARKDOWN } } };
  if (answer === 'sitemap') return { 200: { description: 'A sitemap.', content: XML } };
  if (answer === 'text') return { 200: { description: 'A text.', content: TEXT } };
  if (answer === 'page') return { 200: { description: 'A page.', content: PAGE } };
  if (answer === 'visit')
    return { 200: { description: 'A page.', content: PAGE }, 303: { description: 'On to another page.' } };
  if (answer === 'image') return { 200: { description: 'An image.', content: IMAGE } };
  const id = components.get(answer)?.id;
  const schema = id === undefined ? jsonSchemaOf(answer) : { $ref: `#/components/schemas/${id}` };
  return {
    200: {
      description: 'OK',
      ...headersOf([
        ...(keyed ? ['Idempotent-Replayed'] : []),
        ...(mayBeRecordsOnly ? ['X-Svc-Records-Only'] : []),
      ]),
      content: { 'application/json': { schema, ...(example && { example: example.answer }) } },
    },
  };
}

function failuresOf(route: Route, { refusals, pages = [] }: Operation, method: Method): Record<string, Json> {
  const all = refusalsOf(route, method, refusals);
  return Object.fromEntries(
    [...new Set([...all.keys(), ...pages])].map((status) => {
      const codes = all.get(status) ?? [];
      const said = codes.map((code) => `\`${code}\``);
      return [
        status,
        {
          description: [...said, ...(pages.includes(status) ? ['a page for a browser'] : [])].join(', '),
          ...headersOf(failureHeaders(route, method, status, codes)),
          content: {
            ...(codes.length > 0 && { 'application/json': { schema: FAILURE } }),
            ...(pages.includes(status) && PAGE),
          },
        },
      ];
    }),
  );
}

/** A refusal that can never change is given again to its key. */
function failureHeaders(
  route: Route,
  method: Method,
  status: number,
  codes: readonly RefusalCode[],
): readonly string[] {
  const isKnown = route.caller === 'tenant' && status !== 401;
  const isReplayed = isKnown && method !== 'GET' && codes.some((code) => isFinalRefusal(new Refusal(code)));
  return [
    ...(isReplayed ? ['Idempotent-Replayed'] : []),
    ...(codes.includes('operation_in_progress') ? ['Retry-After'] : []),
    ...(FAILURE_HEADERS[status] ?? []),
  ];
}

/** The one failure body; which of its codes a status of an operation has is said in words: codes may be added. */
const FAILURE: Json = { $ref: '#/components/schemas/Failure' };

/** Every header that an answer may have. */
export const HEADERS: Json = {
  'X-Request-Id': header('On every answer: identifies this request in our logs.'),
  'RateLimit-Limit': header('On every answer to a known key pair: requests a minute.', 'integer'),
  'RateLimit-Remaining': header('What is left of them.', 'integer'),
  'RateLimit-Reset': header('Seconds until all of them are there again.', 'integer'),
  'Idempotent-Replayed': header('`true` on an answer that was given before.'),
  'X-Svc-Records-Only': header(
    '`true` where the change is in our records alone: the payment provider was not told and goes on charging as before.',
  ),
  'Retry-After': header('Seconds to wait before the request is repeated.', 'integer'),
  'WWW-Authenticate': header('Names the two headers that are wanted.'),
};

function headersOf(names: readonly string[]): { headers?: Json } {
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

function header(description: string, type = 'string'): Json {
  return { description, schema: { type } };
}
