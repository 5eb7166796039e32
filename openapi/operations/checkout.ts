import { initializeBody } from '../../lib/wire/checkout.ts';
import { directBody } from '../../lib/wire/direct.ts';
import { updateCardBody } from '../../lib/wire/update-card.ts';
import * as z from 'zod';
import { directAnswer, initializeAnswer, updateCardAnswer } from '../answers/checkout.ts';
import type { Operations } from '../operation.ts';
import { PLAN_REFUSALS, PROVIDER_REFUSALS, SUBSCRIBER_REFUSALS } from '../refusals.ts';
import { examples } from '../examples/checkout.ts';

const tokenQuery = z.object({ token: z.string().optional() });

const returnQuery = z.object({
  ...tokenQuery.shape,
  again: z
    .string()
    .regex(/^[0-9]$/)
    .optional(),
  lang: z.string().optional(),
});

const PLAN = [['pricingPlanReferenceCode'], ['svc-plan-id']] as const;

/** What the description says of the checkouts and the pages a buyer sees. */
export const checkout: Operations = {
  'checkout/initialize': {
    tag: 'Checkout',
    summary: 'Start a hosted checkout',
    description:
      'Opens a form in which the customer pays. Render `checkoutFormContent` in your page or send the customer to `paymentPageUrl`; in the end the customer comes to your `callbackUrl` with `status=success` and the identifiers, or with `status=error`, `errorCode` and `errorMessage`.',
    body: initializeBody,
    oneOf: PLAN,
    answer: initializeAnswer,
    refusals: [
      'missing_identifier',
      'mutually_exclusive_parameters',
      'already_subscribed',
      'purchase_in_progress',
      'external_id_taken',
      ...PLAN_REFUSALS,
      ...PROVIDER_REFUSALS,
    ],
    example: examples.initialize,
  },

  'checkout/initialize-direct': {
    tag: 'Checkout',
    summary: 'Charge a card and start a subscription',
    description:
      'Without a redirect. Whoever calls this handles card data and is in the scope of PCI DSS. Send a `clientReferenceId` or an `Idempotency-Key`: after `504 payment_outcome_unknown` nothing may be assumed, and the same reference again gets the outcome without charging twice.',
    body: directBody,
    oneOf: PLAN,
    answer: directAnswer,
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
    example: examples.initializeDirect,
  },

  'checkout/update-card': {
    tag: 'Checkout',
    summary: 'Let a subscriber enter a new card',
    description:
      'Opens a form for a new card. Name the subscriber by the provider pair (`subscriptionReferenceCode` with `customerReferenceCode`) or by `svc-id`. A payment that failed is tried again when the customer comes back.',
    body: updateCardBody,
    oneOf: [['subscriptionReferenceCode', 'customerReferenceCode'], ['svc-id']],
    answer: updateCardAnswer,
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
    example: examples.updateCard,
  },

  'checkout/callback': {
    tag: 'Checkout',
    summary: "Come back from the payment provider's form",
    description:
      "The customer's browser is sent here by the payment provider, by GET or by POST with a form, and on to the `callbackUrl` of the checkout (303). Of one token the payment provider is asked at most once in three seconds; until it is known what became of the payment, the browser gets a page that comes back by itself (202), and after five minutes one that says so and leads to the `callbackUrl` with `errorCode=payment_outcome_unknown`. An `errorMessage` of ours is in the customer’s language. The token is the credential; a key pair, if sent, must be that of the checkout's tenant.",
    query: returnQuery,
    answer: 'redirect',
    pages: [404, 500, 502, 503, 504],
    refusals: ['checkout_not_found', ...PROVIDER_REFUSALS, 'concurrent_change'],
  },

  'checkout/page': {
    tag: 'Checkout',
    summary: 'Show the payment page',
    description:
      'The page behind `paymentPageUrl`, in Turkish or English as `lang` (`tr`, `en`) or the browser says. While a payment is being checked it says so and has no form (202), likewise once the checkout can no longer be paid (410). The token is the credential; a key pair, if sent, must be that of the checkout’s tenant.',
    query: z.object({ ...tokenQuery.shape, lang: z.string().optional() }),
    answer: 'page',
    pages: [202, 404, 410, 500, 503],
    refusals: ['checkout_not_found'],
  },
};
