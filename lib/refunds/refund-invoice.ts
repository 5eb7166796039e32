import { refusalOf, valueOrRefuse, payClientFor } from '../pay/client.ts';
import { isAnswer, neverArrived } from '../pay/failure.ts';
import type { Pay } from '../pay/pay.ts';
import type { PayPayment, PaySubscriptionDetails } from '../pay/provider-records.ts';
import type { Invoice } from '../billing/invoice.ts';
import {
  hundredths,
  type RefundableLine,
  callsFor,
  refundableAmount,
  type Refund,
  type RefundAsk,
} from '../billing/refund.ts';
import type { Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { DUPLICATE_WINDOW_MS } from '../limits.ts';
import type { CoreApp, PayApp, WithTenant, OfTenant } from '../runtime/app.ts';
import { conflictOf, tryWrite } from '../table/table.ts';
import {
  lookUpNamedRefund,
  refundReserved,
  refundsOfInvoice,
  refundWithdrawn,
} from '../table/subscribers/refunds.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { overLimit, takeToken } from '../table/tenants/rate-limits.ts';
import { findInvoice, type FoundInvoice } from './find-invoice.ts';
import { recordFoundRefunds } from './found-refunds.ts';
import type { RefundRecordingApp } from './record.ts';
import { aboutToSend, leased, sendRefund } from './send.ts';

const NO_PAYMENT =
  'The payment provider shows no payment of this invoice; give the money back in its panel, or by bank transfer.';
const NO_REPORT =
  'The payment provider refuses to tell what was given back of this payment, so nothing was sent. Have its reports switched on.';

/** The payment of an invoice, as the provider knows it now. Throws the refusals of a provider call. */
async function readPaymentOf(pay: Pay, subscription: Subscription, { order }: Invoice): Promise<PayPayment> {
  const paymentId = await paymentIdOf(pay, subscription, order);
  if (paymentId === undefined) throw new Refusal('provider_refused', { message: NO_PAYMENT });
  const payment = await pay.readPayment(paymentId);
  if (!payment.ok && (payment.is === 'unclear' || payment.is === 'refused'))
    throw new Refusal('provider_configuration', {
      message: NO_REPORT,
      providerErrorCode: payment.providerCode,
    });
  return valueOrRefuse(payment);
}

/** The payment of an order, under the current reference or one that a plan change has replaced. */
async function paymentIdOf(
  pay: Pay,
  { payReference }: Subscription,
  order: string,
): Promise<string | undefined> {
  const lineage = await pay.lineage(payReference);
  if (!lineage.ok && !isAnswer(lineage)) throw refusalOf(lineage);
  const known = lineage.ok ? [lineage.value.current, ...lineage.value.earlier] : [];
  const inLineage = paidIn(known, order);
  if (inLineage !== undefined || !lineage.ok) return inLineage;
  return paidIn(valueOrRefuse(await pay.ancestors(lineage.value.current)), order);
}

function paidIn(subscriptions: readonly PaySubscriptionDetails[], reference: string): string | undefined {
  const order = subscriptions.flatMap(({ orders }) => orders).find((one) => one.reference === reference);
  const paid = order?.attempts.findLast(({ succeeded }) => succeeded)?.paymentId;
  return paid === '' ? undefined : paid;
}

/** What is left of each line of a payment; of a cancelled payment nothing is. */
function restsOf({ lines, refunds }: PayPayment): RefundableLine[] {
  const made = refunds.filter(({ succeeded }) => succeeded);
  const isCancelled = made.some(({ line }) => line === undefined);
  return lines.map(({ id, amount }) => {
    const back = made
      .filter(({ line }) => line === id)
      .reduce((sum, one) => sum + hundredths(one.amount), 0n);
    const rest = hundredths(amount) - back;
    return { id, rest: isCancelled || rest < 0n ? 0n : rest };
  });
}

/** What refunding takes. */
export type RefundingApp = PayApp & RefundRecordingApp;

/**
 * Gives money back of an invoice: once under the caller's reference, and once for identical requests of the same moment
 * (that began at `since`, epoch ms). The refund is on record before it is sent, and sent once; PENDING if its outcome is
 * not known yet. Throws `invoice_not_found`, `invoice_not_paid`, `refund_in_progress`, `already_refunded`, `too_old`,
 * `amount_too_large`, `reference_reused`, `refund_refused`, and the refusals of a provider call.
 */
export async function refundInvoice(
  app: RefundingApp & WithTenant,
  ask: RefundAsk,
  since: number,
): Promise<Refund> {
  const before = await findInvoice(app, ask.invoiceId);
  const earlier = await earlierRefund(app, before, ask, since);
  if (earlier) return answerOf(earlier);
  refundableAmount(before.invoice, ask.amount, app.clock());
  const pay = await payClientFor(app, before.subscription);
  const allowance = await takeToken(app, 'reports');
  if (!allowance.isGranted) throw overLimit(allowance, app.clock());
  const payment = await readPaymentOf(pay, before.subscription, before.invoice);
  const found = await recordFoundRefunds(app, before, payment);
  const reserved = await reserve(app, found, payment, ask);
  if (!reserved) return answerTaken(app, ask, since);
  const { refund, failure } = await sendRefund(app, pay, reserved);
  if (!failure || refund.state === 'SUCCEEDED') return refund;
  if (neverArrived(failure)) {
    await tryWrite(() => app.table.write(refundWithdrawn(app.tenantId, refund)));
    throw refusalOf(failure);
  }
  return answerOf(refund);
}

/** The refund of an earlier request: under the same reference, or an identical one of the same moment. */
async function earlierRefund(
  app: CoreApp & OfTenant,
  { subscription, invoice }: FoundInvoice,
  ask: RefundAsk,
  since: number,
): Promise<Refund | undefined> {
  if (ask.clientReferenceId !== null) {
    const named = await lookUpNamedRefund(app, ask.clientReferenceId);
    if (named && !isSameAsk(named, ask)) throw new Refusal('reference_reused');
    return named;
  }
  const all = await refundsOfInvoice(app, subscription.id, invoice.id);
  return all.findLast(
    (one) =>
      one.by !== 'provider' &&
      one.state !== 'FAILED' &&
      one.clientReferenceId === null &&
      one.requestedAt >= since - DUPLICATE_WINDOW_MS &&
      isSameAsk(one, ask),
  );
}

const isSameAsk = (one: Refund, { invoiceId, amount, reason, note }: RefundAsk): boolean =>
  one.invoiceId === invoiceId &&
  one.reason === reason &&
  one.note === note &&
  (amount === undefined ? one.askedForAll : !one.askedForAll && one.askedAmount === amount);

/** Puts a refund on record, its first call as sent; undefined if another request was faster. */
async function reserve(
  app: CoreApp & OfTenant,
  { invoice, subscription }: FoundInvoice,
  payment: PayPayment,
  ask: RefundAsk,
): Promise<Refund | undefined> {
  const now = app.clock();
  const amount = refundableAmount(invoice, ask.amount, now);
  const calls = callsFor(amount, restsOf(payment), () => app.newNonce());
  if (!calls) throw new Refusal('amount_too_large', { message: LESS_THERE });
  const planned: Refund = {
    id: app.newId(),
    revision: 1,
    subscriberId: subscription.id,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    paymentId: payment.paymentId,
    amount,
    askedAmount: amount,
    askedForAll: ask.amount === undefined,
    currency: invoice.currency,
    state: 'PENDING',
    reason: ask.reason,
    note: ask.note,
    by: requesterOf(app),
    clientReferenceId: ask.clientReferenceId,
    requestedAt: now,
    completedAt: null,
    errorCode: null,
    errorMessage: null,
    calls,
    lookUps: 0,
    needsPerson: false,
    document: null,
  };
  const refund = aboutToSend(planned, now) ?? planned;
  const conflict = await conflictOf(() =>
    app.table.write(refundReserved(app.tenantId, refund, invoice, leased(now))),
  );
  const isOurs = conflict?.found[0]?.['id'] === refund.id;
  return conflict && !isOurs ? undefined : refund;
}

const LESS_THERE = 'The payment provider has less left of this payment than the invoice says.';

/** Somebody else has begun a refund meanwhile: it is this request's own, or another one. */
async function answerTaken(app: CoreApp & OfTenant, ask: RefundAsk, since: number): Promise<Refund> {
  const now = await findInvoice(app, ask.invoiceId);
  const taken = await earlierRefund(app, now, ask, since);
  if (taken) return answerOf(taken);
  refundableAmount(now.invoice, ask.amount, app.clock());
  throw new Refusal('concurrent_change');
}

function requesterOf(app: CoreApp): Refund['by'] {
  const { by } = causeOf(app);
  return by === 'operator' || by === 'person' ? by : 'request';
}

/** A refund as the answer to its request. Throws `refund_refused` for one that was not made. */
function answerOf(refund: Refund): Refund {
  if (refund.state !== 'FAILED') return refund;
  const { errorCode, errorMessage } = refund;
  throw new Refusal('refund_refused', {
    ...(errorCode !== null && { providerErrorCode: errorCode }),
    ...(errorMessage !== null && errorMessage !== '' && { message: errorMessage }),
    extra: { refundId: refund.id },
  });
}
