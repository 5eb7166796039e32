import { shownEmail } from '../billing/buyer.ts';
import * as z from 'zod/mini';
import type { Invoice, InvoiceWithPdf, Pdf } from '../billing/invoice.ts';
import { asOf, inGracePeriod, isSyncedWithProvider, nextPaymentAt } from '../billing/current-state.ts';
import { comingPlan } from '../billing/plan-in-force.ts';
import type { Subscription } from '../billing/subscription.ts';
import { svcIdOf, type SubscriberIdentifiers } from '../billing/identifiers.ts';
import { missing, subscriberId } from './identifiers.ts';
import { optional, read, reference, sought } from './read.ts';
import { recoveryView } from './recovery.ts';
import { iso } from './time.ts';

/** Query of GET /subscribers. */
export const getQuery = z.object({
  'pay-subscriber-code': optional(reference()),
  'svc-id': optional(sought()),
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
export function getAnswer(subscription: Subscription, latest: InvoiceWithPdf | undefined, now: number) {
  return {
    status: 'success',
    data: subscriptionView(subscription, now),
    customer: customerView(subscription.customer),
    latestInvoice: latest ? invoiceView(latest.invoice, latest.pdf) : null,
  };
}

function subscriptionView(recorded: Subscription, now: number) {
  const subscription = asOf(recorded, now);
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
    nextPaymentAt: iso(nextPaymentAt(subscription, now)),
    graceEndsAt: iso(subscription.graceEndsAt),
    inGracePeriod: inGracePeriod(subscription, now),
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
