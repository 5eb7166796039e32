import { shownEmail, type Buyer } from '../billing/buyer.ts';
import * as z from 'zod/mini';
import { givesAccess, inGracePeriod, primarySubscription, viewAt } from '../billing/current-state.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { svcIdOf } from '../billing/identifiers.ts';
import { recordedEmail } from './contact.ts';
import { externalId } from './external-id.ts';
import { exclusive } from './identifiers.ts';
import { optional, read } from './read.ts';
import { iso } from './time.ts';
import { named, success, said, uuidOf, SVC_IDS, timeOf, type Told } from './shape.ts';
import { personShape, planReferenceShape } from './subscribers.ts';
import { payReferenceShape, statusWordShape } from './subscription-words.ts';

/** The shape of a `checkAnswer`. */
export const checkAnswerShape = named(
  'CheckAnswer',
  z.strictObject({
    status: success,
    exists: said(z.boolean(), 'Whether there is a customer with this e-mail.'),
    hasActiveSubscription: said(z.boolean(), 'ACTIVE, or PAYMENT_FAILED within grace.'),
    activeSubscriptions: said(
      z.number(),
      'How many of the customer’s subscriptions have not ended: ACTIVE, PAYMENT_FAILED or PENDING.',
    ),
    data: z.nullable(
      z.strictObject({
        customer: z.strictObject({
          id: uuidOf('the customer'),
          svcId: SVC_IDS.cus,
          ...personShape,
        }),
        subscription: said(
          z.nullable(
            z.strictObject({
              id: uuidOf('the subscription'),
              svcId: SVC_IDS.sub,
              payReference: payReferenceShape,
              planReference: planReferenceShape,
              status: statusWordShape,
              createdAt: timeOf('When it was made.'),
              graceEndsAt: z.nullable(timeOf('End of the days of grace.')),
              inGracePeriod: z.boolean(),
            }),
          ),
          'Of several the one that has been live longest: active, then payment failed, then a trial that nobody has paid for, then pending; else the newest that ended.',
        ),
      }),
    ),
  }),
);

/** Query of GET /subscribers/check. */
export const checkQuery = z.object({
  email: said(z.optional(recordedEmail), 'Compared trimmed, in small letters.'),
  'external-id': said(optional(externalId), 'Your own id of the person.'),
});

/** Reads the query of GET /subscribers/check: an e-mail address, or the tenant's own id of a person. */
export function checkInput(
  given: unknown,
): { by: 'email'; email: string } | { by: 'externalId'; externalId: string } {
  const { email, 'external-id': own } = read(checkQuery, given);
  if (email !== undefined && own !== undefined) throw exclusive(['email'], ['external-id']);
  if (own !== undefined) return { by: 'externalId', externalId: own };
  return {
    by: 'email',
    email: read(z.object({ email: recordedEmail }), { email }).email,
  };
}

/** Answer of GET /subscribers/check: of several subscriptions, the most significant, with its buyer. */
export function checkAnswer(
  customer: (Buyer & { readonly id: string }) | undefined,
  recorded: readonly Subscription[],
  now: number,
): Told<typeof checkAnswerShape> {
  if (!customer)
    return {
      status: 'success',
      exists: false,
      hasActiveSubscription: false,
      activeSubscriptions: 0,
      data: null,
    };
  const subscriptions = recorded.map((one) => viewAt(one, now));
  const subscription = primarySubscription(subscriptions);
  const buyer = subscription?.customer ?? customer;
  return {
    status: 'success',
    exists: true,
    hasActiveSubscription: subscriptions.some((one) => givesAccess(one)),
    activeSubscriptions: subscriptions.filter((one) => !hasEnded(one)).length,
    data: {
      customer: {
        id: customer.id,
        svcId: svcIdOf('customer', customer.id),
        email: shownEmail(buyer),
        name: buyer.name,
        surname: buyer.surname,
      },
      subscription: subscription
        ? {
            id: subscription.id,
            svcId: svcIdOf('subscription', subscription.id),
            payReference: subscription.payReference,
            planReference: subscription.plan.reference,
            status: subscription.status,
            createdAt: iso(subscription.createdAt),
            graceEndsAt: iso(subscription.graceEndsAt),
            inGracePeriod: inGracePeriod(subscription),
          }
        : null,
    },
  };
}
