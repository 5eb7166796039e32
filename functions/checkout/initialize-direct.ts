import { chargeDirect } from '../../lib/checkout/charge-direct.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { directAnswer, directBody, directInput, directAnswerShape } from '../../lib/wire/direct.ts';
import { write, part } from '../../lib/route.ts';
import { PROVIDER_REFUSALS, PLAN_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE, PERSON } from '../../lib/wire/samples.ts';

/** POST /checkout/initialize-direct: charges a card and starts a subscription, without a redirect. */
export const declared = endpoint({
  name: 'checkout/initialize-direct',
  at: 'POST /checkout/initialize-direct',
  uses: part(write, { right: 'subscribers', limit: 'directCheckouts' }),
  tag: 'Checkout',
  summary: 'Charge a card and start a subscription',
  description:
    'Without a redirect. Whoever calls this handles card data and is in the scope of PCI DSS. Send a `clientReferenceId` or an `Idempotency-Key`: after `504 payment_outcome_unknown` nothing may be assumed, and the same reference again gets the outcome without charging twice.',
  asks: { body: directBody, oneOf: [['pricingPlanReferenceCode'], ['svc-plan-id']] },
  answers: directAnswerShape,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'payment_refused',
    'already_subscribed',
    'purchase_in_progress',
    'external_id_taken',
    'reference_reused',
    'payment_outcome_unknown',
    ...PLAN_REFUSALS,
    ...PROVIDER_REFUSALS,
  ],
  example: {
    body: {
      pricingPlanReferenceCode: SAMPLE.planReference,
      email: PERSON.email,
      name: PERSON.name,
      surname: PERSON.surname,
      gsmNumber: '+905350000000',
      identityNumber: '11111111111',
      paymentCard: {
        cardHolderName: 'Ayşe Yılmaz',
        cardNumber: '5528790000000008',
        expireMonth: '12',
        expireYear: '2030',
        cvc: '123',
      },
      clientReferenceId: 'order-4711',
    },
  },
  input: ({ body, isPast, headers }) => directInput(body, isPast, headers['idempotency-key']),
  run: async ({ app, input: { clientReferenceId, ...charge }, now, reference: fresh }) => {
    const reference = clientReferenceId ?? fresh;
    return directAnswer(await chargeDirect(app, { ...charge, reference }, now));
  },
});

export const { create } = declared;

export const handler = create(live);
