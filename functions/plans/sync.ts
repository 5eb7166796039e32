import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { syncPlans } from '../../lib/verbs/sync-plans.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { syncAnswer, syncAnswerShape } from '../../lib/wire/plans.ts';
import { setting, part } from '../../lib/route.ts';
import { PROVIDER_REFUSALS } from '../../lib/http/may-refuse.ts';

/** POST /plans/sync: takes over the provider's products and plans now. */
export const declared = endpoint({
  name: 'plans/sync',
  at: 'POST /plans/sync',
  uses: part(setting, { decrypts: ['pay'], timeoutSeconds: 29 }),
  verb: syncPlans,
  tag: 'Plans',
  summary: "Take over the payment provider's plans",
  description: 'Reads its products and plans now. What is gone or off there is retired here.',
  answers: syncAnswerShape,
  refusals: PROVIDER_REFUSALS,
  example: {},
  input: () => undefined,
  run: async (call) => syncAnswer(await byKey(syncPlans, call, undefined)),
});

export const { create } = declared;

export const handler = create(live);
