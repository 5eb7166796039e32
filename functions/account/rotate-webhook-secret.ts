import { rotateWebhookSecret } from '../../lib/account/webhook.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readEndpoint } from '../../lib/table/events/endpoint-health.ts';
import { rotationInput, webhookAnswer } from '../../lib/wire/webhook-settings.ts';

/** POST /account/webhook/rotate: creates a new secret, which signs beside the old one until the overlap ends. */
export const create = endpoint('account/rotate-webhook-secret', {
  input: ({ body }) => rotationInput(body),
  run: async ({ app, tenant, input }) => {
    const { webhook, secret } = await rotateWebhookSecret(app, tenant.id, input.overlapHours);
    return webhookAnswer(webhook, await readEndpoint(app, tenant.id, 'webhook'), secret);
  },
});

export const handler = create(live);
