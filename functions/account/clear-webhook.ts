import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { clearWebhook } from '../../lib/verbs/clear-webhook.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { addressAnswer } from '../../lib/wire/webhook-settings.ts';
import { accountClearWebhook } from '../../lib/rows.ts';

/** DELETE /account/webhook: stops sending events. */
export const create = endpoint(accountClearWebhook, {
  input: () => undefined,
  run: async (call) => {
    await byKey(clearWebhook, call, undefined);
    return addressAnswer(null);
  },
});

export const handler = create(live);
