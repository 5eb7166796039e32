import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { clearWebhook } from '../../lib/verbs/clear-webhook.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { nothingAnswer, nothingAnswerShape } from '../../lib/wire/webhook-settings.ts';
import { guarded } from '../../lib/route.ts';

/** DELETE /account/webhook: stops sending events. */
export const declared = endpoint({
  name: 'account/clear-webhook',
  at: 'DELETE /account/webhook',
  uses: guarded,
  verb: clearWebhook,
  tag: 'Account',
  summary: 'Remove the webhook',
  description: 'Events are no longer sent. A webhook that is set afterwards gets a new secret.',
  answers: nothingAnswerShape,
  example: {},
  input: () => undefined,
  run: async (call) => {
    await byKey(clearWebhook, call, undefined);
    return nothingAnswer();
  },
});

export const { create } = declared;

export const handler = create(live);
