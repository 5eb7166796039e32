import { RATE_LIMITS_PER_MINUTE } from '../lib/limits.ts';
import { ROUTES, type RouteName } from '../functions/routes.ts';
import type { Method, Route } from '../lib/route.ts';
import { VERSION } from '../lib/runtime/version.ts';
import { TAGS } from '../lib/wire/described.ts';
import { RECORDED_EMAIL } from '../lib/wire/contact.ts';
import { address, company } from '../lib/wire/payer.ts';
import { components, named } from '../lib/wire/shape.ts';
import { componentsOf, jsonSchemaOf, mayBeAbsent, orEmpty, type Json } from './json-schema.ts';
import { trimmed } from './trimmed.ts';
import { camel, pascal } from './names.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { HEADERS, responsesOf } from './responses.ts';
import { shared, type SharedOperation } from './sharing.ts';
import { webhooksOf } from './webhook-operations.ts';

const DESCRIPTION = `Subscriptions on top of a payment provider and an invoicing provider.

**Credentials.** Two headers on every request, \`X-Api-Key\` and \`X-Api-Secret\`. A missing or wrong pair is 401; one without the right that a call names is 403 \`key_not_allowed\`. Every right includes reading.

**Answers.** Success is 200 with \`status: "success"\`. Every failure has the one failure body with a stable \`errorCode\`; every answer carries \`X-Request-Id\`. Clients ignore members they do not know: members may be added.

**Requests.** JSON in UTF-8, at most 64 KB. Unknown members are ignored. An optional field or parameter that is null, empty or blank counts as left out. Text with control characters or code points that are no characters is 400.

**Idempotency.** Every POST, PUT and DELETE takes an \`Idempotency-Key\`: the same key and request get the first answer again for 24 hours (\`Idempotent-Replayed: true\`); with another request 422, while the first still runs 409. A request that was refused because of its input began nothing, and its key may be used again.

**Limits** per tenant and minute: ${RATE_LIMITS_PER_MINUTE.reads} reads, ${RATE_LIMITS_PER_MINUTE.writes} writes, ${RATE_LIMITS_PER_MINUTE.hostedCheckouts} hosted and ${RATE_LIMITS_PER_MINUTE.directCheckouts} direct checkouts. \`RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` are on every answer to a known key pair; beyond it 429 with \`Retry-After\`.

**Lists** are newest first. \`starting_after\` and \`ending_before\` take an item of the list and are echoed, or null; \`limit\` is the page size that was applied, and \`has_more\` says whether more items follow in the direction of paging.`;

/** The description of the API: OpenAPI 3.1, from the route table, the schemas that parse and those that answer. */
export function describe(): Json {
  const described = ROUTES.flatMap((route: Route & { readonly name: RouteName }) => {
    const operation = OPERATIONS[route.name];
    if (operation?.body) named(`${pascal(route.name)}Request`, operation.body);
    return operation ? [{ route, operation }] : [];
  });
  named('Address', address);
  named('Company', company);
  const paths: Record<string, Record<string, SharedOperation>> = {};
  for (const { route, operation } of described)
    for (const method of route.methods)
      (paths[route.path] ??= {})[method.toLowerCase()] = operationOf(route, operation, method);
  return shared({
    openapi: '3.1.0',
    info: {
      title: 'Subscription Billing',
      version: VERSION,
      description: DESCRIPTION,
      contact: { name: 'Whoever operates the service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => name === 'Webhooks' || described.some(({ operation }) => operation.tag === name))
      .map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [], apiSecret: [] }],
    paths,
    webhooks: webhooksOf(),
    components: {
      schemas: withOneNeeded(componentsOf(components)),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        apiSecret: { type: 'apiKey', in: 'header', name: 'X-Api-Secret' },
      },
      headers: HEADERS,
    },
  });
}

/** Requests that need one of several members, each with its alternatives; one that is as another refers to it. */
function withOneNeeded(schemas: Json): Json {
  const needing = Object.entries(OPERATIONS).flatMap(([name, { oneOf }]) => {
    const id = `${pascal(name)}Request`;
    const schema = schemas[id] as Json | undefined;
    if (!oneOf || !schema || '$ref' in schema) return [];
    return [[id, { ...schema, allOf: [{ anyOf: oneOf.map((required) => ({ required })) }] }] as const];
  });
  return { ...schemas, ...Object.fromEntries(needing) };
}

function operationOf(route: Route, operation: Operation, method: Method): SharedOperation {
  const withCredentials = route.caller === 'tenant';
  const single = route.methods.length === 1;
  return {
    tags: [operation.tag],
    operationId: camel(single ? route.name : `${route.name}/${method.toLowerCase()}`),
    summary: operation.summary,
    // What another method of the same address says is not said again.
    description:
      method === route.methods[0]
        ? withLimit(route, operation.description)
        : `As by ${route.methods[0] ?? ''}.`,
    ...(!withCredentials && { security: [] }),
    ...parametersOf(route, operation, method),
    ...(operation.body && {
      requestBody: {
        required: operation.bodyMayBeAbsent !== true,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${pascal(route.name)}Request` },
            ...(operation.example?.body && { example: operation.example.body }),
          },
        },
      },
    }),
    responses: responsesOf(route, operation, method),
  };
}

const LIMIT_NAMES: Readonly<Record<Route['limit'], string>> = {
  reads: 'reads',
  writes: 'writes',
  hostedCheckouts: 'hosted checkouts',
  directCheckouts: 'direct checkouts',
};

/** Which right it needs beyond reading, and how often it may be called. */
function withLimit({ right, limit }: Route, description: string): string {
  if (right === null) return description;
  const needs = right === 'read' ? '' : ` Right: \`${right}\`.`;
  return `${description}${needs} Limit: ${RATE_LIMITS_PER_MINUTE[limit].toLocaleString('en')} ${LIMIT_NAMES[limit]}/min.`;
}

function parametersOf(route: Route, { query, example }: Operation, method: Method): { parameters?: Json[] } {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query?._zod.def.shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = jsonSchemaOf(schema);
    if (rest['pattern'] === RECORDED_EMAIL.source) rest['pattern'] = trimmed(RECORDED_EMAIL);
    if (mayBeAbsent(schema) && typeof rest['pattern'] === 'string')
      rest['pattern'] = orEmpty(rest['pattern']);
    // A moment is read into a number that no schema can tell of.
    if (rest['type'] === undefined && rest['enum'] === undefined) rest['type'] = 'string';
    const sample = example?.query?.[name];
    return {
      name,
      in: 'query',
      required: !mayBeAbsent(schema),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(sample !== undefined && { example: typed(sample, rest) }),
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

/** The sample of a query, which is text on its way, as its schema has it. */
const typed = (sample: string, schema: Json) =>
  schema['type'] === 'integer' || schema['type'] === 'number' ? Number(sample) : sample;
