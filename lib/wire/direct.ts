import * as z from 'zod/mini';
import type { ChargeOutcome } from '../billing/payment-intent.ts';
import { svcIdOf } from '../billing/identifiers.ts';
import { holdsNumber } from '../text/card-number.ts';
import { canonicalReference } from '../text/clean-text.ts';
import { Redacted } from '../text/redacted.ts';
import { planRefIn, planMembers } from './identifiers.ts';
import { buyerDetails, customerMembers, payer, unlessActive } from './payer.ts';
import { invalid, naturalKey, optional, prose, read } from './read.ts';
import { named, said, success, SVC_IDS, type Told } from './shape.ts';

/** The provider's subscription as it is echoed. Times are epoch milliseconds. */
export const providerSubscriptionShape = named(
  'ProviderSubscription',
  said(
    z.strictObject({
      referenceCode: z.string(),
      parentReferenceCode: z.nullable(z.string()),
      pricingPlanReferenceCode: z.string(),
      customerReferenceCode: z.string(),
      subscriptionStatus: said(z.string(), "The provider's own word."),
      createdDate: z.int(),
      startDate: z.int(),
      endDate: z.nullable(z.int()),
    }),
    'What the payment provider answered. Times are epoch milliseconds.',
  ),
);

/** The shape of a `directAnswer`. */
export const directAnswerShape = named(
  'InitializeDirectAnswer',
  z.strictObject({
    status: success,
    svcSubscriptionId: SVC_IDS.sub,
    svcCustomerId: z.nullable(SVC_IDS.cus),
    svcPlanId: z.nullable(SVC_IDS.pln),
    data: providerSubscriptionShape,
  }),
);

const digits = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message));

/** What people write between the groups of a card number. */
const SEPARATORS = /[ -]/g;

const card = z.object({
  cardHolderName: said(prose(), 'The name on the card.'),
  cardNumber: said(
    z.string().check(
      z.overwrite((number) => number.replaceAll(SEPARATORS, '')),
      z.regex(/^[0-9]{12,19}$/, 'must be a card number of 12 to 19 digits'),
    ),
    'With or without spaces between the groups.',
    { pattern: '^[0-9][0-9 -]{10,30}$' },
  ),
  expireMonth: said(digits(/^(0[1-9]|1[0-2])$/, 'must be two digits from 01 to 12'), 'Two digits.'),
  expireYear: said(digits(/^[0-9]{4}$/, 'must be four digits'), 'Four digits.'),
  cvc: said(digits(/^[0-9]{3,4}$/, 'must be three or four digits'), 'The security code of the card.'),
});

/** Body of POST /checkout/initialize-direct. */
export const directBody = z.object({
  ...planMembers,
  ...customerMembers,
  paymentCard: said(card, 'Held in the memory of one invocation; never stored, logged or hashed.'),
  clientReferenceId: said(
    optional(naturalKey(128)),
    'Your own id of this request. Again it gets the first outcome; with another body 422.',
  ),
});

/**
 * Reads the body of POST /checkout/initialize-direct. Throws for an expired card, or one whose number would be stored.
 */
export function directInput(body: unknown, isPast: (at: number) => boolean, idempotencyKey?: string) {
  const { paymentCard, ...given } = read(directBody, body);
  if (isPast(Date.UTC(Number(paymentCard.expireYear), Number(paymentCard.expireMonth), 1)))
    throw invalid({ field: 'paymentCard.expireYear', message: 'the card has expired' });
  const stored = { clientReferenceId: given.clientReferenceId, 'Idempotency-Key': idempotencyKey };
  for (const [field, value] of Object.entries(stored))
    if (value !== undefined && holdsNumber(value, paymentCard.cardNumber))
      throw invalid({ field, message: 'must not hold the card number' });
  return {
    plan: planRefIn(given),
    customer: payer(given),
    details: buyerDetails(body, given),
    ...unlessActive(given),
    card: new Redacted(paymentCard),
    initialStatus: given.subscriptionInitialStatus ?? 'ACTIVE',
    clientReferenceId:
      given.clientReferenceId === undefined ? undefined : canonicalReference(given.clientReferenceId),
  };
}

/** Answer of POST /checkout/initialize-direct. */
export function directAnswer(outcome: ChargeOutcome): Told<typeof directAnswerShape> {
  return {
    status: 'success',
    svcSubscriptionId: svcIdOf('subscription', outcome.subscriberId),
    svcCustomerId: svcIdOf('customer', outcome.customerId),
    svcPlanId: svcIdOf('plan', outcome.planId),
    data: {
      referenceCode: outcome.reference,
      parentReferenceCode: outcome.parentReference,
      pricingPlanReferenceCode: outcome.planReference,
      customerReferenceCode: outcome.customerReference,
      subscriptionStatus: outcome.providerStatus,
      createdDate: outcome.createdAt,
      startDate: outcome.startAt,
      endDate: outcome.endAt,
    },
  };
}
