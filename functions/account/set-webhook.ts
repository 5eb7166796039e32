import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setWebhook } from '../../lib/verbs/set-webhook.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { readEndpoint } from '../../lib/table/events/endpoint-health.ts';
import { addressInput, webhookAnswer } from '../../lib/wire/webhook-settings.ts';
import { accountSetWebhook } from '../../lib/rows.ts';

const SECRET_KEPT =
  'The secret stays as it is and is not shown again. POST /account/webhook/rotate makes a new one.';

/** PUT /account/webhook: sets the webhook's URL. */
export const create = endpoint(accountSetWebhook, {
  input: ({ body }) => addressInput(body),
  run: async ({ input, ...call }) => {
    const { webhook, secret } = await byKey(setWebhook, call, input.url);
    const answer = webhookAnswer(webhook, await readEndpoint(call.app, call.tenant.id, 'webhook'), secret);
    return secret === undefined ? { ...answer, message: SECRET_KEPT } : answer;
  },
});

export const handler = create(live);
