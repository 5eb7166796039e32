import { components } from '../lib/wire/shape.ts';
import { camel } from './names.ts';
import type { SharedOperation } from './sharing.ts';
import { webhookPayloadShape } from '../lib/wire/webhook.ts';
import { EVENTS, HEADERS } from './webhooks.ts';

/** Only an example has the one; the others come while a rotation runs. */
const isAlwaysThere = (name: string) => name !== 'X-Svc-Test' && !name.endsWith('-Next');

/** The description's `webhooks`: what is sent to the tenant, by event type. */
export function webhooksOf(): Record<string, { post: SharedOperation }> {
  const id = components.get(webhookPayloadShape)?.id ?? '';
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, { summary, description, example }]) => [
      type,
      {
        post: {
          tags: ['Webhooks'],
          operationId: camel(`on/${type.toLowerCase()}`),
          summary,
          description,
          security: [],
          parameters: Object.entries(HEADERS).map(([name, words]) => ({
            name,
            in: 'header',
            required: isAlwaysThere(name),
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
                'Accepted, within 10 seconds. Anything else is repeated up to 10 times, a minute apart.',
            },
            401: { description: 'The signature is wrong.' },
          },
        },
      },
    ]),
  );
}
