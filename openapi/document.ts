import { RATE_LIMITS_PER_MINUTE } from '../lib/limits.ts';
import { ROUTES, type Route } from '../lib/routes.ts';
import { VERSION } from '../lib/version.ts';
import { component, components } from './answers/shared.ts';
import { camel, operationOf, pascal } from './describe-operation.ts';
import { componentsOf, type Json } from './json-schema.ts';
import { TAGS } from './operation.ts';
import { OPERATIONS, UNDESCRIBED } from './operations.ts';
import { EVENTS, HEADERS, webhookPayload } from './webhooks.ts';

const DESCRIPTION = `Subscriptions on top of a payment provider and an invoicing provider.

**Credentials.** Two headers on every request, \`X-Api-Key\` and \`X-Api-Secret\`. A missing or wrong pair is 401.

**Answers.** Success is 200 with \`status: "success"\`. Every failure has the one failure body with a stable \`errorCode\`; every answer carries \`X-Request-Id\`. Clients ignore members they do not know: members may be added.

**Requests.** JSON in UTF-8, at most 64 KB. Unknown members are ignored. An optional field that is null or empty counts as left out. Text with control characters or code points that are no characters is 400.

**Idempotency.** Every POST, PUT and DELETE takes an \`Idempotency-Key\`: the same key and request get the first answer again for 24 hours (\`Idempotent-Replayed: true\`); with another request 422, while the first still runs 409. A request that was refused because of its input began nothing, and its key may be used again.

**Limits** per tenant and minute: ${RATE_LIMITS_PER_MINUTE.reads} reads, ${RATE_LIMITS_PER_MINUTE.writes} writes, ${RATE_LIMITS_PER_MINUTE.hostedCheckouts} hosted and ${RATE_LIMITS_PER_MINUTE.directCheckouts} direct checkouts. \`RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` are on every answer; beyond it 429 with \`Retry-After\`.

**Lists** are newest first. \`starting_after\` and \`ending_before\` take an item of the list; \`has_more\` says whether more follow.`;

/** The description of the API: OpenAPI 3.1, from the route table, the schemas that parse and those that answer. */
export function describe(): Json {
  const described = ROUTES.filter(({ name }) => !UNDESCRIBED.has(name)).map((route: Route) => {
    const operation = OPERATIONS[route.name as keyof typeof OPERATIONS];
    if (!operation) throw new Error(`openapi/operations.ts says nothing of ${route.name}`);
    if (operation.body) component(`${pascal(route.name)}Request`, operation.body);
    return { route, operation };
  });
  const paths: Record<string, Json> = {};
  for (const { route, operation } of described)
    for (const method of route.methods)
      (paths[route.path] ??= {})[method.toLowerCase()] = operationOf(route, operation, method);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Subscription Billing',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => name === 'Events' || described.some(({ operation }) => operation.tag === name))
      .map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [], apiSecret: [] }],
    paths,
    webhooks: webhooksOf(),
    components: {
      schemas: componentsOf(components),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        apiSecret: { type: 'apiKey', in: 'header', name: 'X-Api-Secret' },
      },
      headers: {
        'X-Request-Id': header('Names this request in our logs.'),
        'RateLimit-Limit': header('Requests a minute.', 'integer'),
        'RateLimit-Remaining': header('What is left of them.', 'integer'),
        'RateLimit-Reset': header('Seconds until all of them are there again.', 'integer'),
        'Idempotent-Replayed': header('`true` on an answer that was given before.'),
      },
    },
  };
}

function webhooksOf(): Json {
  const id = components.get(webhookPayload)?.id ?? '';
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, { summary, description, example }]) => [
      type,
      {
        post: {
          tags: ['Events'],
          operationId: camel(`on/${type.toLowerCase()}`),
          summary,
          description,
          security: [],
          parameters: Object.entries(HEADERS).map(([name, words]) => ({
            name,
            in: 'header',
            required: name !== 'X-Svc-Signature-Next',
            description: words,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${id}` }, example } },
          },
          responses: {
            '2XX': {
              description:
                'Taken, within 10 seconds. Anything else is tried again up to 10 times, a minute apart.',
            },
            401: { description: 'The signature is not right.' },
          },
        },
      },
    ]),
  );
}

const header = (description: string, type = 'string') => ({ description, schema: { type } });
