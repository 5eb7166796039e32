import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setWebhook } from '../../lib/verbs/set-webhook.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { readEndpoint } from '../../lib/table/events/endpoint-health.ts';
import {
  addressBody,
  addressInput,
  webhookSetAnswer,
  webhookSetAnswerShape,
} from '../../lib/wire/webhook-settings.ts';
import { guarded, part } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** PUT /account/webhook: sets the webhook's URL. */
export const declared = endpoint({
  name: 'account/set-webhook',
  at: 'PUT /account/webhook',
  uses: part(guarded, { encrypts: ['webhook'] }),
  verb: setWebhook,
  tag: 'Account',
  summary: 'Set the webhook',
  description:
    'Where events are sent from now on. The first time the answer has the `secret`, shown once; later it says how to get a new one.',
  asks: { body: addressBody },
  answers: webhookSetAnswerShape,
  refusals: ['forbidden_target'],
  example: { body: { url: SAMPLE.webhookUrl } },
  input: ({ body }) => addressInput(body),
  run: async ({ input, ...call }) => {
    const { webhook, secret } = await byKey(setWebhook, call, input.url);
    return webhookSetAnswer(webhook, await readEndpoint(call.app, 'webhook'), secret);
  },
});

export const { create } = declared;

export const handler = create(live);
