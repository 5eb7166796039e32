import { openCheckout } from '../../lib/checkout/open-hosted.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  initializeAnswer,
  initializeBody,
  initializeInput,
  initializeAnswerShape,
} from '../../lib/wire/checkout.ts';
import { form, part } from '../../lib/route.ts';
import { PROVIDER_REFUSALS, PLAN_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE, PERSON } from '../../lib/wire/samples.ts';

/** POST /checkout/initialize: opens a hosted checkout for a new subscription. */
export const declared = endpoint({
  name: 'checkout/initialize',
  at: 'POST /checkout/initialize',
  uses: part(form, { right: 'subscribers', limit: 'hostedCheckouts' }),
  tag: 'Checkout',
  summary: 'Start a hosted checkout',
  description:
    'Opens a form in which the customer pays. Render `checkoutFormContent` in your page or send the customer to `paymentPageUrl`; in the end the customer comes to your `callbackUrl` with `status=success` and the identifiers, or with `status=error`, `errorCode` and `errorMessage`.',
  asks: { body: initializeBody, oneOf: [['pricingPlanReferenceCode'], ['svc-plan-id']] },
  answers: initializeAnswerShape,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'already_subscribed',
    'purchase_in_progress',
    'external_id_taken',
    ...PLAN_REFUSALS,
    ...PROVIDER_REFUSALS,
  ],
  example: {
    body: {
      pricingPlanReferenceCode: SAMPLE.planReference,
      callbackUrl: 'https://shop.example/subscribed',
      email: PERSON.email,
      name: PERSON.name,
      surname: PERSON.surname,
      gsmNumber: '+905350000000',
      identityNumber: '11111111111',
    },
  },
  input: ({ body, mayLeadTo }) => initializeInput(body, mayLeadTo),
  run: async ({ app, input, now, idempotencyKey }) => {
    const { form, checkout } = await openCheckout(app, { ...input, idempotencyKey }, now);
    return initializeAnswer(form, checkout.clientReferenceId, checkout.plan.id);
  },
});

export const { create } = declared;

export const handler = create(live);
