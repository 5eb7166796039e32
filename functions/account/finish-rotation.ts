import { finishWebhookRotation } from '../../lib/account/webhook.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readEndpoint } from '../../lib/table/events/endpoint-health.ts';
import { webhookAnswer } from '../../lib/wire/webhook-settings.ts';

/** POST /account/webhook/finish-rotation: the new secret replaces the old one at once. */
export const create = endpoint('account/finish-rotation', {
  input: () => undefined,
  run: async ({ app, tenant }) => {
    const webhook = await finishWebhookRotation(app, tenant.id);
    return webhookAnswer(webhook, await readEndpoint(app, tenant.id, 'webhook'));
  },
});

export const handler = create(live);
