import { changePlan } from '../../lib/verbs/change-plan.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  changePlanAnswer,
  changePlanBody,
  changePlanInput,
  changePlanAnswerShape,
} from '../../lib/wire/plan-change.ts';
import { isRecordsOnly } from '../../lib/wire/records-only.ts';
import { write } from '../../lib/route.ts';
import { PROVIDER_REFUSALS, PLAN_REFUSALS, SUBSCRIBER_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** PUT /subscribers: changes the plan. */
export const declared = endpoint({
  name: 'subscribers/change-plan',
  at: 'PUT /subscribers',
  uses: write,
  verb: changePlan,
  tag: 'Subscribers',
  summary: "Change a subscriber's plan",
  description:
    'One complete pair: `pay-subscriber-reference-code` with `pay-plan-reference-code`, or `svc-subscriber-id` with `svc-plan-id`. With the provider reference the change is made at the payment provider too, a cancellation as soon as it can no longer be undone; with the internal pair only our records change, and the provider continues to charge as before. Emits DID_CHANGE_RENEWAL_PREF with UPGRADE or DOWNGRADE.',
  asks: {
    body: changePlanBody,
    oneOf: [
      ['pay-subscriber-reference-code', 'pay-plan-reference-code'],
      ['svc-subscriber-id', 'svc-plan-id'],
    ],
  },
  answers: changePlanAnswerShape,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'mixed_pair',
    'payment_refused',
    'same_plan',
    'currency_mismatch',
    'already_ended',
    'plan_change_refused',
    'preview_outdated',
    'payment_outcome_unknown',
    ...PLAN_REFUSALS,
    ...SUBSCRIBER_REFUSALS,
    ...PROVIDER_REFUSALS,
  ],
  example: { body: { 'svc-subscriber-id': SAMPLE.subscriberSvcId, 'svc-plan-id': SAMPLE.largerPlanSvcId } },
  input: ({ body }) => changePlanInput(body),
  run: async ({ input, ...call }) =>
    changePlanAnswer(await byKey(changePlan, call, input), input.subscriber.by),
  recordsOnly: isRecordsOnly,
});

export const { create } = declared;

export const handler = create(live);
