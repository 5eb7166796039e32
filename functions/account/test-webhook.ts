import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { testWebhook } from '../../lib/verbs/test-webhook.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { testAnswer, testInput } from '../../lib/wire/webhook-settings.ts';
import { accountTestWebhook } from '../../lib/rows.ts';

/** POST /account/webhook/test: sends one signed example now. */
export const create = endpoint(accountTestWebhook, {
  input: ({ body }) => testInput(body),
  run: async ({ input, ...call }) =>
    testAnswer(await byKey(testWebhook, call, input.notificationType), input.notificationType),
});

export const handler = create(live);
