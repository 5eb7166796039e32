import type { Invoice } from '../billing/invoice.ts';
import { afterRefund, attribute, hundredths, learned, leftOf, type Refund } from '../billing/refund.ts';
import { decimal } from '../billing/money.ts';
import type { PayPayment, PayPaymentRefund } from '../pay/provider-records.ts';
import { tryWrite } from '../table/table.ts';
import { foundRefundIdOf } from '../table/ids.ts';
import { foundRefundPut, invoiceRefunded, refundsOfInvoice } from '../table/subscribers/refunds.ts';
import type { FoundInvoice } from './find-invoice.ts';
import { readInvoice } from './find-invoice.ts';
import {
  askForDocument,
  recordRefundOutcome,
  refundedTransition,
  refundMessage,
  type RefundRecordingApp,
} from './record.ts';
import type { OfTenant } from '../runtime/app.ts';

/**
 * Records what others gave back of an invoice's payment, in the provider's panel or by cancelling it there. Each is
 * recorded once, however often it is read. Returns the invoice afterwards.
 */
export async function recordFoundRefunds(
  app: RefundRecordingApp & OfTenant,
  found: FoundInvoice,
  payment: PayPayment,
): Promise<FoundInvoice> {
  const { subscription, invoice } = found;
  if (payment.refunds.length === 0) return found;
  const known = await refundsOfInvoice(app, subscription.id, invoice.id);
  const isLate = await recordLate(app, known, payment);
  const { others } = attribute(payment.refunds, known);
  const names = new Set(known.map(({ id }) => id));
  const again = isLate ? await readInvoice(app, subscription.id, invoice.id) : undefined;
  let current = again ?? found;
  for (const one of others) {
    const refund = foundRefund(app.tenantId, current, payment, one, names, app.clock());
    names.add(refund.id);
    current = await recordFound(app, current, refund);
  }
  return current;
}

/** Records refunds of ours that are proven now, although they were refused or are left to a person; whether there was one. */
async function recordLate(
  app: RefundRecordingApp & OfTenant,
  known: readonly Refund[],
  { refunds }: PayPayment,
): Promise<boolean> {
  let isLate = false;
  for (const one of known) {
    if (one.by === 'provider' || !(one.state === 'FAILED' || one.needsPerson)) continue;
    const now = learned(one, refunds, known, app.clock());
    if (now.state !== one.state && (await recordRefundOutcome(app, one, now))) isLate = true;
  }
  return isLate;
}

/** Writes a found refund with its invoice; if the invoice has changed meanwhile, with that as it is now. */
async function recordFound(
  app: RefundRecordingApp & OfTenant,
  found: FoundInvoice,
  refund: Refund,
): Promise<FoundInvoice> {
  const told = await refundMessage(app, refund);
  for (let current = found; ;) {
    const now = app.clock();
    const { refunding } = current.invoice;
    const after = { ...afterRefund(current.invoice, refund.amount), refunding };
    const isWritten = await tryWrite(() =>
      app.table.write([
        ...foundRefundPut(app.tenantId, refund, { kind: 'document', at: now }),
        ...invoiceRefunded(app.tenantId, refund, current, after),
        refundedTransition(app, refund, refund.completedAt ?? now),
        ...told,
      ]),
    );
    if (isWritten)
      app.log.info('refund found at the provider', {
        tenant: app.tenantId,
        subscriberId: refund.subscriberId,
      });
    if (isWritten) await askForDocument(app, refund);
    if (isWritten) return { ...current, invoice: { ...current.invoice, ...after } };
    const again = await readInvoice(app, refund.subscriberId, refund.invoiceId);
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
  taken: ReadonlySet<string>,
  now: number,
): Refund {
  const at = one.at ?? now;
  const left = hundredths(leftOf(invoice));
  const amount = hundredths(one.amount) < left ? hundredths(one.amount) : left;
  return {
    id: nameOf(tenant, paymentId, one, invoice, taken),
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
        sentAt: one.at ?? null,
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

/**
 * The id of what was found, the same for all who find it: by the provider's id, else by what the report tells of it and by
 * how many alike are on record.
 */
function nameOf(
  tenant: string,
  paymentId: string,
  { id, amount, line, at }: PayPaymentRefund,
  { date }: Invoice,
  taken: ReadonlySet<string>,
): string {
  const named = (like: number) =>
    foundRefundIdOf([tenant, paymentId, id ?? `${amount} ${line} ${at} ${like}`].join('\n'), at ?? date);
  for (let like = 0; ; like++) {
    const name = named(like);
    if (id !== undefined || !taken.has(name)) return name;
  }
}
