import { updateCard } from '../../lib/verbs/update-card.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  updateCardAnswer,
  updateCardBody,
  updateCardInput,
  updateCardAnswerShape,
} from '../../lib/wire/update-card.ts';
import { form } from '../../lib/route.ts';
import { PROVIDER_REFUSALS, SUBSCRIBER_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /checkout/update-card: opens a hosted form in which a subscriber enters a new card. */
export const declared = endpoint({
  name: 'checkout/update-card',
  at: 'POST /checkout/update-card',
  uses: form,
  verb: updateCard,
  tag: 'Checkout',
  summary: 'Let a subscriber enter a new card',
  description:
    'Opens a form for a new card. Name the subscriber by the provider pair (`subscriptionReferenceCode` with `customerReferenceCode`) or by `svc-id`. A payment that failed is tried again when the customer comes back.',
  asks: { body: updateCardBody, oneOf: [['subscriptionReferenceCode', 'customerReferenceCode'], ['svc-id']] },
  answers: updateCardAnswerShape,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'mixed_pair',
    'already_ended',
    'not_active',
    'reference_reused',
    'card_forms_exhausted',
    ...SUBSCRIBER_REFUSALS,
    ...PROVIDER_REFUSALS,
  ],
  example: {
    body: {
      callbackUrl: 'https://shop.example/card',
      'svc-id': SAMPLE.subscriberSvcId,
      clientReferenceId: 'card-4711',
    },
  },
  input: ({ body, mayLeadTo }) => updateCardInput(body, mayLeadTo),
  run: async ({ input, ...call }) => updateCardAnswer(await byKey(updateCard, call, input)),
});

export const { create } = declared;

export const handler = create(live);
