import { previewChange } from '../../lib/subscriptions/preview-change.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { changePlanInput, previewAnswer } from '../../lib/wire/plan-change.ts';

/** POST /subscribers/preview-change: what a plan change would do and cost. */
export const create = endpoint('subscribers/preview-change', {
  input: ({ body }) => changePlanInput(body),
  run: async ({ app, tenant, input }) => previewAnswer(await previewChange(app, tenant, input)),
});

export const handler = create(live);
