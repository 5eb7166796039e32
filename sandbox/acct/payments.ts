import type { Row } from './records.ts';
import { word } from './http.ts';
import type { Answer, Json } from './http.ts';
import { single } from './render.ts';
import { recordIn } from './resources.ts';
import { centsOf, written } from './totals.ts';
import { refId, refs } from './values.ts';
import { findRow, refuse } from './visit.ts';
import type { Visit } from './visit.ts';

/** Records a payment; one that exceeds the remaining amount is accepted, as nothing says otherwise. */
export function makePayment(visit: Visit, invoiceId: string): Answer {
  const invoice = findRow(visit, 'sales_invoices', invoiceId);
  return single(visit, pay(visit, invoice, recordIn(visit).attributes), 201);
}

/** The account decides the payment's currency. */
export function pay(visit: Visit, invoice: Row, attributes: Json): Row {
  const { store, company, now } = visit;
  if (word(attributes['account_id']) === '') refuse(visit, 'paymentAccount');
  if (centsOf(attributes['amount']) <= 0n) refuse(visit, 'paymentAmount');
  const account = findRow(visit, 'accounts', word(attributes['account_id']));
  const { currency } = account.attributes;
  const isForeign = currency !== invoice.attributes['currency'] && word(attributes['exchange_rate']) === '';
  if (isForeign && visit.rules.setting('foreignPayment') !== 'converted') refuse(visit, 'paymentCurrency');
  const amount = written(centsOf(attributes['amount']));
  const common = { companyId: company.companyId, attributes: { date: attributes['date'], amount } };
  const transaction = store.insert(now, { ...common, type: 'transactions' });
  const payment = store.insert(now, {
    ...common,
    type: 'payments',
    attributes: {
      ...common.attributes,
      currency,
      notes: attributes['description'] ?? null,
    },
    relationships: { transaction: { id: transaction.id, type: 'transactions' } },
  });
  const payments = [...refs(invoice, 'payments'), { id: payment.id, type: 'payments' }];
  settle(visit, store.change(now, invoice, { relationships: { payments } }));
  return payment;
}

/** Undoing a payment is deleting its transaction. */
export function removeTransaction(visit: Visit, id: string): Answer {
  const { store, company, now } = visit;
  const transaction = findRow(visit, 'transactions', id);
  store.rows('transactions').remove(transaction.id);
  const payment = store.rows('payments').find((row) => refId(row, 'transaction') === id);
  if (!payment) return { status: 204 };
  store.rows('payments').remove(payment.id);
  const paid = (row: Row): boolean =>
    row.companyId === company.companyId && refs(row, 'payments').some((ref) => ref.id === payment.id);
  const invoice = store.rows('sales_invoices').find(paid);
  if (invoice) {
    const payments = refs(invoice, 'payments').filter((ref) => ref.id !== payment.id);
    settle(visit, store.change(now, invoice, { relationships: { payments } }));
  }
  return { status: 204 };
}

/** What is left to pay, after the payments there are. */
function settle({ store, now }: Visit, invoice: Row): void {
  const total = centsOf(invoice.attributes['net_total']);
  const paid = refs(invoice, 'payments').reduce(
    (sum, ref) => sum + centsOf(store.follow(ref)?.attributes['amount']),
    0n,
  );
  const remaining = written(total - paid);
  const payment_status = statusOf(paid, total);
  store.change(now, invoice, { attributes: { remaining, remaining_in_trl: remaining, payment_status } });
}

function statusOf(paid: bigint, total: bigint): string {
  if (paid >= total) return 'paid';
  return paid > 0n ? 'partially_paid' : 'unpaid';
}
