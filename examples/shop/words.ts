import type { Invoice, Subscriber } from '../../client/src/generated.ts';
import type { BillingRefusal } from '../../client/src/refusals.ts';
import { dayOf } from './html.ts';

/** A subscription's status for its customer. */
const STATUSES: Readonly<Record<string, string>> = {
  PENDING: 'Waiting for your bank',
  ACTIVE: 'Active',
  PAYMENT_FAILED: 'The last payment failed',
  CANCELLED: 'Ended',
  EXPIRED: 'Ended',
};

const INVOICE_STATUSES: Readonly<Record<string, string>> = {
  PENDING: 'not paid yet',
  PAID: 'paid',
  FAILED: 'payment failed',
  VOID: 'not owed any more',
  REFUNDED: 'paid back',
};

/** How a subscription stands. The list of statuses is open: one that is new is shown as it is. */
export function statusInWords({
  subscriptionStatus,
  cancelAtPeriodEnd,
  accessUntil,
  recovery,
}: Subscriber): string {
  const status = wordsFor(STATUSES, subscriptionStatus);
  if (recovery?.state === 'needs_card') return `${status}: please replace your card`;
  if (recovery?.nextAttemptAt) return `${status}, we try again on ${dayOf(recovery.nextAttemptAt)}`;
  if (!cancelAtPeriodEnd || status === 'Ended') return status;
  return accessUntil === null ? 'Cancelled' : `Cancelled, ends on ${dayOf(accessUntil)}`;
}

/** How an invoice stands. */
export function invoiceStatusInWords(status: string): string {
  return wordsFor(INVOICE_STATUSES, status);
}

/** What was given back of an invoice that is not paid back as a whole; empty for nothing. */
export function refundInWords({
  status,
  refundedAmount,
  currency,
}: Pick<Invoice, 'status' | 'refundedAmount' | 'currency'>): string {
  const isPart = status !== 'REFUNDED' && Number(refundedAmount) > 0;
  return isPart ? `${refundedAmount} ${currency} paid back` : '';
}

/** What a customer is told who comes back without having paid, or without anybody knowing; the provider's words may be in Turkish. */
export function failureInWords(query: URLSearchParams): string {
  const [code, said] = [query.get('errorCode'), query.get('errorMessage') ?? ''];
  if (code === 'payment_outcome_unknown')
    return 'Your payment is still being checked. Please do not pay again: we start your subscription if it went through.';
  if (code === '201601') return 'You left the payment page before you paid. Nothing was paid.';
  return said === '' ? 'The payment did not succeed.' : `The payment did not succeed. The bank says: ${said}`;
}

/** The name of a field that the API refuses, as it stands on the page. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'First name',
  surname: 'Last name',
  email: 'E-mail',
  gsmNumber: 'Phone',
  identityNumber: 'National ID number',
};

/** What the API refuses, with the names of the fields as they stand on the page. */
export function refusalInWords({ message, details }: BillingRefusal): string {
  if (details.length === 0) return message;
  return details.map(({ field, message: why }) => `${wordsFor(FIELDS, field)}: ${why}`).join('; ');
}

function wordsFor(all: Readonly<Record<string, string>>, constant: string): string {
  return Object.hasOwn(all, constant) ? (all[constant] ?? constant) : constant;
}
