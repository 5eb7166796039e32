import { clearWebhook } from '../../lib/account/webhook.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { addressAnswer } from '../../lib/wire/webhook-settings.ts';

/** DELETE /account/webhook: stops sending events. */
export const create = endpoint('account/clear-webhook', {
  input: () => undefined,
  run: async ({ app, tenant }) => {
    await clearWebhook(app, tenant.id);
    return addressAnswer(null);
  },
});

export const handler = create(live);
