import { previewChange } from '../../lib/verbs/preview-change.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { changePlanInput, previewAnswer } from '../../lib/wire/plan-change.ts';
import { subscribersPreviewChange } from '../../lib/rows.ts';

/** POST /subscribers/preview-change: what a plan change would do and cost. */
export const create = endpoint(subscribersPreviewChange, {
  input: ({ body }) => changePlanInput(body),
  run: async ({ input, ...call }) => previewAnswer(await byKey(previewChange, call, input)),
});

export const handler = create(live);
