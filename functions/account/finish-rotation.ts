import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { finishRotation } from '../../lib/verbs/finish-rotation.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { readEndpoint } from '../../lib/table/events/endpoint-health.ts';
import { webhookAnswer } from '../../lib/wire/webhook-settings.ts';
import { accountFinishRotation } from '../../lib/rows.ts';

/** POST /account/webhook/finish-rotation: the new secret replaces the old one at once. */
export const create = endpoint(accountFinishRotation, {
  input: () => undefined,
  run: async (call) => {
    const webhook = await byKey(finishRotation, call, undefined);
    return webhookAnswer(webhook, await readEndpoint(call.app, call.tenant.id, 'webhook'));
  },
});

export const handler = create(live);
