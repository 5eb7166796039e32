import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { finishRotation } from '../../lib/verbs/finish-rotation.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { readEndpoint } from '../../lib/table/events/endpoint-health.ts';
import { webhookAnswer, webhookAnswerShape } from '../../lib/wire/webhook-settings.ts';
import { guarded } from '../../lib/route.ts';

/** POST /account/webhook/finish-rotation: the new secret replaces the old one at once. */
export const declared = endpoint({
  name: 'account/finish-rotation',
  at: 'POST /account/webhook/finish-rotation',
  uses: guarded,
  verb: finishRotation,
  tag: 'Account',
  summary: 'Finish a rotation',
  description: 'The new secret signs alone; the old one is dead at once.',
  answers: webhookAnswerShape,
  refusals: ['webhook_not_set'],
  example: {},
  input: () => undefined,
  run: async (call) => {
    const webhook = await byKey(finishRotation, call, undefined);
    return webhookAnswer(webhook, await readEndpoint(call.app, 'webhook'));
  },
});

export const { create } = declared;

export const handler = create(live);
