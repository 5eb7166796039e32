import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { sendExample } from '../../lib/webhooks/example.ts';
import { testAnswer, testInput } from '../../lib/wire/webhook-settings.ts';

/** POST /account/webhook/test: sends one signed example now. */
export const create = endpoint('account/test-webhook', {
  input: ({ body }) => testInput(body),
  run: async ({ app, tenant, input }) =>
    testAnswer(await sendExample(app, tenant.id, input.notificationType), input.notificationType),
});

export const handler = create(live);
