import type { RefusalCode } from '../lib/refusal.ts';
import type { Method, Route } from '../lib/routes.ts';
import { components } from './answers/shared.ts';
import { FIELDS } from './fields.ts';
import { jsonSchemaOf, mayBeAbsent, type Json } from './json-schema.ts';
import type { Operation } from './operation.ts';
import { refusalsOf } from './refusals.ts';

/** One method of a route as OpenAPI has it: its parameters, body, answers and refusals. */
export function operationOf(route: Route, operation: Operation, method: Method): Json {
  const withCredentials = route.caller === 'tenant';
  const single = route.methods.length === 1;
  return {
    tags: [operation.tag],
    operationId: camel(single ? route.name : `${route.name}/${method.toLowerCase()}`),
    summary: operation.summary,
    description: operation.description,
    ...(!withCredentials && { security: [] }),
    ...parametersOf(route, operation, method),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${pascal(route.name)}Request` },
            ...(operation.example?.body && { example: operation.example.body }),
          },
        },
      },
    }),
    responses: {
      ...successOf(operation, withCredentials && method !== 'GET', withCredentials),
      ...failuresOf(route, operation, method),
    },
  };
}

function parametersOf(route: Route, { query }: Operation, method: Method): { parameters?: Json[] } {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query?._zod.def.shape ?? {}).map(([name, schema]) => {
    const field = FIELDS[name];
    const { description = field?.description, ...rest } = jsonSchemaOf(schema);
    if (field?.pattern !== undefined) rest['pattern'] = field.pattern;
    // A moment is read into a number that no schema can tell of.
    if (rest['type'] === undefined && rest['enum'] === undefined) rest['type'] = 'string';
    return {
      name,
      in: 'query',
      required: !mayBeAbsent(schema),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
  const keyed = route.caller === 'tenant' && method !== 'GET';
  const inHeader = keyed
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Makes repeating safe: 1 to 255 visible ASCII characters.',
          schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
        },
      ]
    : [];
  const parameters = [...inPath, ...inQuery, ...inHeader];
  return parameters.length > 0 ? { parameters } : {};
}

function successOf({ answer, example }: Operation, keyed: boolean, limited: boolean): Json {
  const headers = headersOf([
    'X-Request-Id',
    ...(limited ? ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] : []),
    ...(keyed ? ['Idempotent-Replayed'] : []),
  ]);
  const page = { headers, content: { 'text/html': { schema: { type: 'string' } } } };
  if (answer === 'redirect')
    return {
      303: { description: "On to the caller's own address.", headers },
      202: {
        description: 'Not known yet: a page that comes back by itself, by its `Refresh` header.',
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

function failuresOf(route: Route, operation: Operation, method: Method): Json {
  const all = refusalsOf(route, method, operation.refusals);
  return Object.fromEntries(
    [...all].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: headersOf(['X-Request-Id']),
        content: { 'application/json': { schema: failureWith(codes) } },
      },
    ]),
  );
}

const failureWith = (codes: readonly RefusalCode[]): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Failure' },
    { type: 'object', properties: { errorCode: { type: 'string', enum: codes } } },
  ],
});

const headersOf = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** `checkout/initialize-direct` → `checkoutInitializeDirect`. */
export const camel = (name: string) =>
  name.replaceAll(/[/_-]+(.)/g, (_all, letter: string) => letter.toUpperCase());

export const pascal = (name: string) => camel(`/${name}`);
