import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { testWebhook } from '../../lib/verbs/test-webhook.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import {
  testAnswer,
  testInput,
  testWebhookBody,
  webhookTestAnswerShape,
} from '../../lib/wire/webhook-settings.ts';
import { setting, part } from '../../lib/route.ts';

/** POST /account/webhook/test: sends one signed example now. */
export const declared = endpoint({
  name: 'account/test-webhook',
  at: 'POST /account/webhook/test',
  uses: part(setting, { decrypts: ['webhook'], timeoutSeconds: 15 }),
  verb: testWebhook,
  tag: 'Account',
  summary: 'Send an example to the webhook',
  description:
    'One signed example, sent now, with `X-Svc-Test: true`. It is no event: not kept, not tried again, and gives nobody access. At most 60 a minute.',
  asks: { body: testWebhookBody, bodyMayBeAbsent: true },
  answers: webhookTestAnswerShape,
  refusals: ['webhook_not_set'],
  example: { body: { notificationType: 'DID_RENEW' } },
  input: ({ body }) => testInput(body),
  run: async ({ input, ...call }) =>
    testAnswer(await byKey(testWebhook, call, input.notificationType), input.notificationType),
});

export const { create } = declared;

export const handler = create(live);
