import { orSettingsRefused } from '../../lib/account/settings-refused.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findPlan } from '../../lib/table/subscribers/plans.ts';
import { setPlan } from '../../lib/verbs/set-plan.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import {
  ownPlanAnswer,
  planSettingsBody,
  planSettingsInput,
  ownPlanAnswerShape,
} from '../../lib/wire/plans.ts';
import { setting } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** PUT /account/plans: sets what only we know of a plan. */
export const declared = endpoint({
  name: 'account/set-plan',
  at: 'PUT /account/plans',
  uses: setting,
  verb: setPlan,
  tag: 'Account',
  summary: 'Set what only we know of a plan',
  description:
    'What is absent stays; null takes away. Subscriptions keep the terms they were sold with. The plan type is that of all plans of the product.',
  asks: { body: planSettingsBody, oneOf: [['pricingPlanReferenceCode'], ['svc-plan-id']] },
  answers: ownPlanAnswerShape,
  refusals: ['plan_not_found', 'mutually_exclusive_parameters', 'missing_identifier', 'settings_refused'],
  example: { body: { pricingPlanReferenceCode: SAMPLE.planReference, gracePeriodDays: 7 } },
  input: ({ body }) => planSettingsInput(body),
  run: async ({ input: { ref, fields }, ...call }) => {
    const { id: plan } = await findPlan(call.app, ref);
    return ownPlanAnswer(await orSettingsRefused(() => byKey(setPlan, call, { plan, fields })));
  },
});

export const { create } = declared;

export const handler = create(live);
