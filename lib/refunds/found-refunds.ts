import type { Invoice } from '../billing/invoice.ts';
import { afterRefund, attribute, hundredths, leftOf, type Refund } from '../billing/refund.ts';
import { decimal } from '../billing/money.ts';
import type { PayPayment, PayPaymentRefund } from '../pay/provider-records.ts';
import { tryWrite } from '../table/table.ts';
import { foundRefundIdOf } from '../table/ids.ts';
import { foundRefundPut, invoiceRefunded, refundsOfInvoice } from '../table/subscribers/refunds.ts';
import type { FoundInvoice } from './find-invoice.ts';
import { readInvoice } from './find-invoice.ts';
import { askForDocument, refundedTransition, type RefundRecordingApp } from './record.ts';

/**
 * Records what others gave back of an invoice's payment, in the provider's panel or by cancelling it there. Each is
 * recorded once, however often it is read. Returns the invoice afterwards.
 */
export async function recordFoundRefunds(
  app: RefundRecordingApp,
  tenant: string,
  found: FoundInvoice,
  payment: PayPayment,
): Promise<FoundInvoice> {
  const { subscription, invoice } = found;
  if (payment.refunds.length === 0) return found;
  const known = await refundsOfInvoice(app, tenant, subscription.id, invoice.id);
  const { others } = attribute(
    payment.refunds,
    known.filter(({ by }) => by !== 'provider'),
  );
  let current = found;
  for (const [nth, one] of others.entries()) {
    const refund = foundRefund(tenant, current, payment, one, nth, app.clock());
    if (known.some(({ id }) => id === refund.id)) continue;
    current = await recordFound(app, tenant, current, refund);
  }
  return current;
}

/** Writes a found refund with its invoice; if the invoice has changed meanwhile, with that as it is now. */
async function recordFound(
  app: RefundRecordingApp,
  tenant: string,
  found: FoundInvoice,
  refund: Refund,
): Promise<FoundInvoice> {
  for (let current = found; ;) {
    const now = app.clock();
    const { refunding } = current.invoice;
    const after = { ...afterRefund(current.invoice, refund.amount), refunding };
    const isWritten = await tryWrite(() =>
      app.table.write([
        ...foundRefundPut(tenant, refund, { kind: 'document', at: now }),
        ...invoiceRefunded(tenant, refund, current, after),
        refundedTransition(app, tenant, refund, refund.completedAt ?? now),
      ]),
    );
    if (isWritten)
      app.log.info('refund found at the provider', { tenant, subscriberId: refund.subscriberId });
    if (isWritten) await askForDocument(app, tenant, refund);
    if (isWritten) return { ...current, invoice: { ...current.invoice, ...after } };
    const again = await readInvoice(app, tenant, refund.subscriberId, refund.invoiceId);
    if (!again || isSame(again.invoice, current.invoice)) return again ?? current;
    current = again;
  }
}

/** The invoice is as it was, so the refund itself is on record already. */
const isSame = (one: Invoice, other: Invoice) =>
  one.refundedAmount === other.refundedAmount &&
  one.refunding === other.refunding &&
  one.status === other.status;

function foundRefund(
  tenant: string,
  { invoice, subscription }: FoundInvoice,
  { paymentId }: PayPayment,
  one: PayPaymentRefund,
  nth: number,
  now: number,
): Refund {
  const at = one.at ?? now;
  const left = hundredths(leftOf(invoice));
  const amount = hundredths(one.amount) < left ? hundredths(one.amount) : left;
  const name = [tenant, paymentId, one.id ?? `${one.amount} ${nth}`].join('\n');
  return {
    id: foundRefundIdOf(name, one.at ?? invoice.date),
    revision: 1,
    subscriberId: subscription.id,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    paymentId,
    amount: decimal(amount, 2),
    askedAmount: decimal(amount, 2),
    askedForAll: false,
    currency: invoice.currency,
    state: 'SUCCEEDED',
    reason: 'OTHER',
    note: null,
    by: 'provider',
    clientReferenceId: null,
    requestedAt: at,
    completedAt: at,
    errorCode: null,
    errorMessage: null,
    calls: [
      {
        line: one.line ?? null,
        amount: one.amount,
        correlationId: one.correlationId ?? '',
        state: 'made',
        sentAt: at,
        isPutOff: false,
        reportId: one.id ?? null,
        hostReference: one.hostReference ?? null,
      },
    ],
    lookUps: 0,
    needsPerson: false,
    document: { state: 'pending', taskId: null },
  };
}
