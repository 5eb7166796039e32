import { previewChange } from '../../lib/verbs/preview-change.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  changePlanBody,
  changePlanInput,
  previewAnswer,
  previewAnswerShape,
} from '../../lib/wire/plan-change.ts';
import { write } from '../../lib/route.ts';
import { PROVIDER_REFUSALS, PLAN_REFUSALS, SUBSCRIBER_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /subscribers/preview-change: what a plan change would do and cost. */
export const declared = endpoint({
  name: 'subscribers/preview-change',
  at: 'POST /subscribers/preview-change',
  uses: write,
  verb: previewChange,
  tag: 'Subscribers',
  summary: 'Say before what a plan change costs',
  description:
    'The body of `PUT /subscribers`, and nothing is changed. What `PUT /subscribers` refuses by our own rules is refused here with the same code. The payment provider charges a full new period and credits nothing: `lost` says what is given up of the paid one. `PUT /subscribers` with the `previewId` is 409 `preview_outdated` where the outcome would differ.',
  asks: {
    body: changePlanBody,
    oneOf: [
      ['pay-subscriber-reference-code', 'pay-plan-reference-code'],
      ['svc-subscriber-id', 'svc-plan-id'],
    ],
  },
  answers: previewAnswerShape,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'mixed_pair',
    'same_plan',
    'currency_mismatch',
    'already_ended',
    'plan_change_refused',
    'payment_outcome_unknown',
    ...PLAN_REFUSALS,
    ...SUBSCRIBER_REFUSALS,
    ...PROVIDER_REFUSALS,
  ],
  example: {
    body: {
      'pay-subscriber-reference-code': SAMPLE.reference,
      'pay-plan-reference-code': SAMPLE.largerPlanReference,
    },
  },
  input: ({ body }) => changePlanInput(body),
  run: async ({ input, ...call }) => previewAnswer(await byKey(previewChange, call, input)),
});

export const { create } = declared;

export const handler = create(live);
