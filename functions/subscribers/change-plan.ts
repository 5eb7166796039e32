import { changePlan } from '../../lib/verbs/change-plan.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { changePlanAnswer, changePlanInput } from '../../lib/wire/plan-change.ts';
import { isRecordsOnly } from '../../lib/wire/records-only.ts';
import { subscribersChangePlan } from '../../lib/rows.ts';

/** PUT /subscribers: changes the plan. */
export const create = endpoint(subscribersChangePlan, {
  input: ({ body }) => changePlanInput(body),
  run: async ({ input, ...call }) =>
    changePlanAnswer(await byKey(changePlan, call, input), input.subscriber.by),
  recordsOnly: isRecordsOnly,
});

export const handler = create(live);
