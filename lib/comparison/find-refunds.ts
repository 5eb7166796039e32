import type { CoreApp, SendsTo, OfTenant } from '../runtime/app.ts';
import { dayInTurkey } from '../billing/turkish-day.ts';
import { DAY_MS } from '../limits.ts';
import type { Pay, PayAnswer } from '../pay/pay.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { readInvoice } from '../refunds/find-invoice.ts';
import { recordFoundRefunds } from '../refunds/found-refunds.ts';
import { invoiceIdOf } from '../table/ids.ts';
import { skipUnreadable } from '../table/readable.ts';
import { lookUpReference } from '../table/subscribers/subscribers.ts';

/** The days before a comparison of which the provider's reports are read, and the one after: it may count days otherwise. */
const DAYS_BEFORE = 3;

/** The payments of which something was given back in the days before `now` (epoch ms), here or at the provider. */
export async function refundedLately(pay: Pay, now: number): Promise<PayAnswer<ReadonlySet<string>>> {
  const found = new Set<string>();
  for (let day = -DAYS_BEFORE; day <= 1; day++) {
    const answer = await pay.refundedPayments(dayInTurkey(now + day * DAY_MS));
    if (!answer.ok) return answer;
    for (const paymentId of answer.value) found.add(paymentId);
  }
  return { ok: true, value: found };
}

/** An order of a provider's subscription, and the payment of it of which something was given back. */
interface RefundedOrder {
  readonly reference: string;
  readonly order: PaySubscriptionDetails['orders'][number];
  readonly paymentId: string;
}

/**
 * Records what was given back of orders on a page of the provider's subscriptions, in its panel or otherwise without us.
 * A payment that is no order's, such as the check of a card, is none of ours. Returns how many payments were read; undefined if the
 * provider does not answer. An order that cannot be read here is passed over.
 */
export async function findRefunds(
  app: CoreApp & SendsTo<'reconciliation' | 'invoicing'> & OfTenant,
  pay: Pay,
  theirs: readonly PaySubscriptionDetails[],
  refunded: ReadonlySet<string>,
): Promise<number | undefined> {
  let calls = 0;
  if (refunded.size === 0) return calls;
  for (const { reference, orders } of theirs)
    for (const order of orders) {
      const paid = order.attempts.find(({ succeeded, paymentId }) => succeeded && refunded.has(paymentId));
      if (!paid) continue;
      const done = await skipUnreadable(app, 'refund', { reference }, () =>
        findRefund(app, pay, { reference, order, paymentId: paid.paymentId }),
      );
      if (done === 'silent') return undefined;
      if (done === 'read') calls++;
    }
  return calls;
}

/** Reads one payment of an order of ours, and records what was given back of it. Throws Unreadable. */
async function findRefund(
  app: CoreApp & SendsTo<'reconciliation' | 'invoicing'> & OfTenant,
  pay: Pay,
  { reference, order, paymentId }: RefundedOrder,
): Promise<'read' | 'not ours' | 'silent'> {
  const subscriberId = await lookUpReference(app, reference);
  const invoiceId = invoiceIdOf(order.reference, order.periodStart);
  const found = subscriberId && (await readInvoice(app, subscriberId, invoiceId));
  if (!found) return 'not ours';
  const payment = await pay.readPayment(paymentId);
  if (!payment.ok) return 'silent';
  await recordFoundRefunds(app, found, payment.value);
  return 'read';
}
