import { changePlan } from '../../lib/subscriptions/change-plan.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { changePlanAnswer, changePlanInput } from '../../lib/wire/plan-change.ts';
import { isRecordsOnly } from '../../lib/wire/records-only.ts';

/** PUT /subscribers: changes the plan. */
export const create = endpoint('subscribers/change-plan', {
  input: ({ body }) => changePlanInput(body),
  run: async ({ app, tenant, input, since }) =>
    changePlanAnswer(await changePlan(app, tenant, input, since), input.subscriber.by),
  recordsOnly: isRecordsOnly,
});

export const handler = create(live);
