import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { rotateSecret } from '../../lib/verbs/rotate-secret.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { readEndpoint } from '../../lib/table/events/endpoint-health.ts';
import { rotationInput, webhookAnswer } from '../../lib/wire/webhook-settings.ts';
import { accountRotateWebhookSecret } from '../../lib/rows.ts';

/** POST /account/webhook/rotate: creates a new secret, which signs beside the old one until the overlap ends. */
export const create = endpoint(accountRotateWebhookSecret, {
  input: ({ body }) => rotationInput(body),
  run: async ({ input, ...call }) => {
    const { webhook, secret } = await byKey(rotateSecret, call, input.overlapHours);
    return webhookAnswer(webhook, await readEndpoint(call.app, call.tenant.id, 'webhook'), secret);
  },
});

export const handler = create(live);
