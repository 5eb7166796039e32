import { refusalOf, valueOrRefuse } from '../pay/client.ts';
import { isAnswer } from '../pay/failure.ts';
import type { Pay } from '../pay/pay.ts';
import type { PayPayment, PaySubscriptionDetails } from '../pay/provider-records.ts';
import type { Invoice } from '../billing/invoice.ts';
import { hundredths, type RefundableLine } from '../billing/refund.ts';
import type { Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';

const NO_PAYMENT =
  'The payment provider shows no payment of this invoice; give the money back in its panel, or by bank transfer.';
const NO_REPORT =
  'The payment provider refuses to tell what was given back of this payment, so nothing was sent. Have its reports switched on.';

/** The payment of an invoice, as the provider knows it now. Throws the refusals of a provider call. */
export async function readPaymentOf(
  pay: Pay,
  subscription: Subscription,
  { order }: Invoice,
): Promise<PayPayment> {
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
  { payReference, openReferences }: Subscription,
  order: string,
): Promise<string | undefined> {
  const lineage = await pay.lineage(payReference);
  if (!lineage.ok && !isAnswer(lineage)) throw refusalOf(lineage);
  const known = lineage.ok ? [lineage.value.current, ...lineage.value.earlier] : [];
  const inLineage = paidIn(known, order);
  if (inLineage !== undefined || !lineage.ok) return inLineage;
  const replaced = paidIn(valueOrRefuse(await pay.ancestors(lineage.value.current)), order);
  if (replaced !== undefined) return replaced;
  for (const { reference } of openReferences) {
    const other = await pay.readSubscription(reference);
    const paid = other.ok ? paidIn([other.value], order) : undefined;
    if (paid !== undefined) return paid;
  }
  return undefined;
}

function paidIn(subscriptions: readonly PaySubscriptionDetails[], reference: string): string | undefined {
  const order = subscriptions.flatMap(({ orders }) => orders).find((one) => one.reference === reference);
  const paid = order?.attempts.findLast(({ succeeded }) => succeeded)?.paymentId;
  return paid === '' ? undefined : paid;
}

/** What is left of each line of a payment; of a cancelled payment nothing is. */
export function restsOf({ lines, refunds }: PayPayment): RefundableLine[] {
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
