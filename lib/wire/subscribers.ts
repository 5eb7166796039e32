import { shownEmail } from '../billing/buyer.ts';
import * as z from 'zod/mini';
import type { Invoice, InvoiceWithPdf, Pdf } from '../billing/invoice.ts';
import {
  inGracePeriod,
  isSyncedWithProvider,
  nextPaymentAt,
  viewAt,
  type SubscriptionView,
} from '../billing/current-state.ts';
import { comingPlan } from '../billing/plan-in-force.ts';
import { type Subscription, CANCEL_REASONS } from '../billing/subscription.ts';
import { svcIdOf, type SubscriberIdentifiers } from '../billing/identifiers.ts';
import { missing, subscriberId } from './identifiers.ts';
import { optional, read, reference, sought } from './read.ts';
import { recoveryView, recoveryShape } from './recovery.ts';
import { iso } from './time.ts';
import {
  uuidOf,
  SVC_IDS,
  said,
  moneyOf,
  timeOf,
  wholeUrl,
  named,
  open,
  success,
  type Told,
} from './shape.ts';
import { payReferenceShape, statusWordShape } from './subscription-words.ts';

/** The shape of invoice members. */
export const invoiceMembers = {
  id: uuidOf('the invoice'),
  svcId: SVC_IDS.inv,
  invoiceNumber: said(z.string(), '`INV-`, the year and seven digits.'),
  status: said(z.string(), 'PENDING, PAID, FAILED, VOID or REFUNDED.'),
  amount: moneyOf('What was or is to be paid.'),
  currency: z.string(),
  refundedAmount: moneyOf('What was given back of it.'),
  date: timeOf('Of the invoice.'),
  pdfUrl: said(z.nullable(wholeUrl), 'A link to the PDF while it is there.'),
};

/** The shape of invoice. */
export const invoiceShape = named('Invoice', z.strictObject(invoiceMembers));

/** The shape of plan reference. */
export const planReferenceShape = said(
  z.string(),
  "The payment provider's reference of the plan that is enjoyed now.",
);

/** The shape of person. */
export const personShape = { email: z.string(), name: z.string(), surname: z.string() };

/** The shape of subscriber. */
export const subscriberShape = named(
  'Subscriber',
  z.strictObject({
    id: uuidOf('the subscription'),
    svcId: SVC_IDS.sub,
    payReference: payReferenceShape,
    customerReference: z.string(),
    planReference: planReferenceShape,
    nextPlanReference: said(z.nullable(z.string()), 'The plan that follows with the next period, or null.'),
    clientReferenceId: said(
      z.nullable(z.string()),
      'The reference of the checkout that it was bought by; null where that is not known.',
    ),
    subscriptionStatus: statusWordShape,
    createdAt: timeOf('When it was made.'),
    cancelAtPeriodEnd: z.boolean(),
    cancelledAt: z.nullable(timeOf('When the cancellation was requested.')),
    cancelReason: z.nullable(open(z.enum(CANCEL_REASONS))),
    cancelComment: z.nullable(z.string()),
    accessUntil: z.nullable(timeOf('Until when it is paid for.')),
    currentPeriodStart: z.nullable(timeOf('Beginning of the period that is paid for.')),
    currentPeriodEnd: z.nullable(timeOf('Its end.')),
    nextPaymentAt: z.nullable(timeOf('When the next payment is tried; null where none will be.')),
    graceEndsAt: z.nullable(timeOf('End of the days of grace.')),
    inGracePeriod: z.boolean(),
    providerTold: said(
      z.boolean(),
      'False if a cancellation or plan change is in our records alone: the payment provider continues to charge as before.',
    ),
    recovery: recoveryShape,
  }),
);

/** The shape of subscriber customer. */
export const subscriberCustomerShape = named(
  'Customer',
  z.strictObject({
    id: uuidOf('the customer'),
    ...personShape,
    gsmNumber: said(z.nullable(z.string()), 'E.164.'),
    externalId: said(z.nullable(z.string()), 'Your own id of the person, where you gave one.'),
  }),
);

/** The shape of a `subscriberAnswer`. */
export const subscriberAnswerShape = named(
  'SubscriberAnswer',
  z.strictObject({
    status: success,
    data: subscriberShape,
    customer: z.nullable(subscriberCustomerShape),
    latestInvoice: z.nullable(invoiceShape),
  }),
);

/** A subscriber as lists about it name it. */
export const namedSubscriberShape = z.strictObject({
  id: uuidOf('the subscription'),
  svcId: SVC_IDS.sub,
  subscriberId: payReferenceShape,
});

/** Query of GET /subscribers. */
export const getQuery = z.object({
  'pay-subscriber-code': said(optional(reference()), "The provider's reference of the subscription."),
  'svc-id': said(optional(sought()), 'Our id of the subscriber, as `sub_…` or as a UUID.'),
});

/** Reads the query of GET /subscribers. */
export function getInput(given: unknown): SubscriberIdentifiers {
  const query = read(getQuery, given);
  return subscriberIdentifiers(query['pay-subscriber-code'], query['svc-id'], 'pay-subscriber-code');
}

/** Reads accept both identifiers if they name the same subscriber: the id finds it, the reference is checked. */
export function subscriberIdentifiers(
  reference: string | undefined,
  svcId: string | undefined,
  name: string,
): SubscriberIdentifiers {
  if (svcId !== undefined)
    return { ref: { by: 'svc', id: subscriberId(svcId) }, expectedReference: reference };
  if (reference !== undefined) return { ref: { by: 'pay', reference }, expectedReference: undefined };
  throw missing(name, 'svc-id');
}

/** The `subscriber` object beside a list's items. */
export function subscriberOfList({ id, payReference }: Subscription) {
  return { id, svcId: svcIdOf('subscription', id), subscriberId: payReference };
}

/** Answer of GET /subscribers. */
export function getAnswer(
  subscription: Subscription,
  latest: InvoiceWithPdf | undefined,
  now: number,
): Told<typeof subscriberAnswerShape> {
  return {
    status: 'success',
    data: subscriptionView(viewAt(subscription, now)),
    customer: customerView(subscription.customer),
    latestInvoice: latest ? invoiceView(latest.invoice, latest.pdf) : null,
  };
}

function subscriptionView(subscription: SubscriptionView) {
  const { cancellation } = subscription;
  return {
    id: subscription.id,
    svcId: svcIdOf('subscription', subscription.id),
    payReference: subscription.payReference,
    customerReference: subscription.customerReference,
    planReference: subscription.plan.reference,
    nextPlanReference: comingPlan(subscription)?.plan.reference ?? null,
    clientReferenceId: subscription.clientReferenceId,
    subscriptionStatus: subscription.status,
    createdAt: iso(subscription.createdAt),
    cancelAtPeriodEnd: cancellation !== null,
    cancelledAt: iso(cancellation?.at ?? null),
    cancelReason: cancellation?.reason ?? null,
    cancelComment: cancellation?.comment ?? null,
    accessUntil: iso(cancellation ? cancellation.accessUntil : subscription.periodEnd),
    currentPeriodStart: iso(subscription.periodStart),
    currentPeriodEnd: iso(subscription.periodEnd),
    nextPaymentAt: iso(nextPaymentAt(subscription)),
    graceEndsAt: iso(subscription.graceEndsAt),
    inGracePeriod: inGracePeriod(subscription),
    providerTold: isSyncedWithProvider(subscription),
    recovery: recoveryView(subscription),
  };
}

function customerView(customer: Subscription['customer']) {
  const { id, name, surname, gsmNumber, externalId = null } = customer;
  return { id, name, surname, email: shownEmail(customer), gsmNumber, externalId };
}

/** An invoice, with a link to its PDF if that is ready. */
export function invoiceView(invoice: Invoice, pdf: Pdf) {
  return {
    id: invoice.id,
    svcId: svcIdOf('invoice', invoice.id),
    invoiceNumber: invoice.number,
    status: invoice.status,
    amount: invoice.amount,
    currency: invoice.currency,
    refundedAmount: invoice.refundedAmount ?? '0.00',
    date: iso(invoice.date),
    pdfUrl: pdf.is === 'ready' ? pdf.link.url : null,
  };
}
