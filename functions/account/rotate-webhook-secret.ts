import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { rotateSecret } from '../../lib/verbs/rotate-secret.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { readEndpoint } from '../../lib/table/events/endpoint-health.ts';
import {
  rotationBody,
  rotationInput,
  webhookAnswer,
  webhookAnswerShape,
} from '../../lib/wire/webhook-settings.ts';
import { guarded, part } from '../../lib/route.ts';

/** POST /account/webhook/rotate: creates a new secret, which signs beside the old one until the overlap ends. */
export const declared = endpoint({
  name: 'account/rotate-webhook-secret',
  at: 'POST /account/webhook/rotate',
  uses: part(guarded, { encrypts: ['webhook'] }),
  verb: rotateSecret,
  tag: 'Account',
  summary: 'Rotate the webhook secret',
  description:
    'Makes a new secret, shown once. Until the overlap ends, `X-Svc-Signature` is made with the old one and `X-Svc-Signature-Next` with the new one: deploy the new secret, then finish; otherwise the first delivery after the overlap that your webhook answers with 2xx finishes it. Repeated before that, it replaces the new secret (its answer may have been lost).',
  asks: { body: rotationBody, bodyMayBeAbsent: true },
  answers: webhookAnswerShape,
  refusals: ['webhook_not_set'],
  example: { body: { overlapHours: 24 } },
  input: ({ body }) => rotationInput(body),
  run: async ({ input, ...call }) => {
    const { webhook, secret } = await byKey(rotateSecret, call, input.overlapHours);
    return webhookAnswer(webhook, await readEndpoint(call.app, 'webhook'), secret);
  },
});

export const { create } = declared;

export const handler = create(live);
