import { subscriptionAccess } from '../billing/access.ts';
import { undoClosesAt } from '../billing/cancellation.ts';
import { isUnpaidTrial, nextPaymentAt, type SubscriptionView } from '../billing/current-state.ts';
import { isErased } from '../billing/customer.ts';
import { wasPaid, type Invoice } from '../billing/invoice.ts';
import { chosenPlan } from '../billing/plan-in-force.ts';
import { recoveryTimes } from '../billing/recovery-times.ts';
import type { Refund } from '../billing/refund.ts';
import { hasEnded } from '../billing/subscription.ts';
import { payProvider } from '../pay/provider.ts';
import type { StoredMessage } from '../table/messages/messages.ts';
import { isCustomerKind, type CustomerKind, type DropReason } from './kinds.ts';
import { aboutLastAttempt } from './owed.ts';
import type { Amount, FactsOf, MessageFacts } from './render/facts.ts';

/** What a message to a customer is judged by: the record of this moment. */
export interface CustomerRecord {
  readonly one: SubscriptionView;
  /** The invoice that the message is about, and that of the order; undefined where there is none. */
  readonly invoice: Invoice | undefined;
  readonly refund: Pick<Refund, 'amount' | 'currency' | 'state' | 'completedAt'> | undefined;
}

/** What a message says by the record of this moment, or why it is no longer true. */
export type Judged<Kind extends CustomerKind> = FactsOf<Kind> | DropReason;

type Judge<Kind extends CustomerKind> = (record: CustomerRecord, about: string) => Judged<Kind>;

/** Each kind's facts, as long as it is true. */
const JUDGES: { readonly [Kind in CustomerKind]: Judge<Kind> } = {
  payment_failed: (record, order) => {
    const { one } = record;
    const { recovery, failedDueAt } = one;
    const gone = isOwedNoMore(record, order);
    if (gone) return gone;
    return {
      kind: 'payment_failed',
      plan: one.plan.name,
      sum: sumOf(record),
      dueAt: failedDueAt ?? record.invoice?.date ?? one.at,
      reason: payProvider.declineReason(recovery?.decline.code ?? null),
      nextAttemptAt: recoveryTimes(one)?.nextAttemptAt ?? null,
      ...endsOf(record),
    };
  },
  last_attempt: (record, about) => {
    const { one } = record;
    const [order = ''] = about.split('@');
    const gone = isOwedNoMore(record, order);
    if (gone) return gone;
    const { nextAttemptAt: attemptAt = null, lastDay = null } = recoveryTimes(one) ?? {};
    if (attemptAt === null || aboutLastAttempt(one) !== about || attemptAt < (lastDay ?? 0))
      return 'no_longer_true';
    if (one.at >= attemptAt) return 'too_late';
    return {
      kind: 'last_attempt',
      plan: one.plan.name,
      sum: sumOf(record),
      attemptAt,
      ...endsOf(record),
    };
  },
  payment_recovered: (record, order) => {
    const { one, invoice } = record;
    if (hasEnded(one)) return 'ended';
    if (invoice?.order !== order || invoice.status !== 'PAID' || one.failedOrder !== null)
      return 'no_longer_true';
    return {
      kind: 'payment_recovered',
      plan: one.plan.name,
      sum: sumOf(record),
      paidAt: invoice.date,
      paidUntil: one.periodEnd,
    };
  },
  renewal_ahead: (record, end) => aheadOf('renewal_ahead', record, end),
  trial_ending: (record, end) =>
    isUnpaidTrial(record.one) ? aheadOf('trial_ending', record, end) : 'no_longer_true',
  cancelled: ({ one }, at) => {
    const { cancellation, at: now } = one;
    if (!cancellation) return hasEnded(one) ? 'ended' : 'undone';
    if (String(cancellation.at) !== at) return 'no_longer_true';
    const closes = undoClosesAt(one);
    const hasIt = hasEnded(one) || now >= (cancellation.accessUntil ?? now);
    const mayUndo = !hasIt && cancellation.progress === 'scheduled' && closes !== null && now < closes;
    return {
      kind: 'cancelled',
      plan: one.plan.name,
      accessUntil: cancellation.accessUntil,
      hasEnded: hasIt,
      undoUntil: mayUndo ? closes : null,
      isUnpaid: one.failedOrder !== null,
      isStillCharged: cancellation.by === 'svc',
    };
  },
  undone: ({ one }) => {
    if (hasEnded(one)) return 'ended';
    if (one.cancellation) return 'cancelled';
    const { name, price: amount, currency } = chosenPlan(one);
    return {
      kind: 'undone',
      plan: name,
      sum: { amount, currency },
      nextPaymentAt: nextPaymentAt(one),
    };
  },
  invoice_ready: ({ one, invoice }) => {
    if (!invoice || !wasPaid(invoice) || invoice.document !== 'ISSUED' || invoice.documentKeptAt === null)
      return 'no_longer_true';
    return {
      kind: 'invoice_ready',
      plan: one.plan.name,
      sum: { amount: invoice.amount, currency: invoice.currency },
      number: invoice.number,
      issuedAt: invoice.date,
    };
  },
  refunded: ({ one, invoice, refund }) => {
    if (!invoice || refund?.state !== 'SUCCEEDED') return 'no_longer_true';
    return {
      kind: 'refunded',
      plan: one.plan.name,
      sum: { amount: refund.amount, currency: refund.currency },
      refundedAt: refund.completedAt ?? one.at,
      number: invoice.number,
      issuedAt: invoice.date,
      isAll: refund.amount === invoice.amount,
    };
  },
};

/** What a message to a customer says by the record of this moment, or why it is not sent. */
export function customerFacts(
  { kind, about }: Pick<StoredMessage, 'kind' | 'about'>,
  record: CustomerRecord,
): MessageFacts | DropReason {
  if (!isCustomerKind(kind)) return 'no_longer_true';
  if (isErased(record.one.customer)) return 'erased';
  return JUDGES[kind](record, about);
}

/** Why nothing is owed for an order any more; undefined while it is. */
function isOwedNoMore({ one, invoice }: CustomerRecord, order: string): DropReason | undefined {
  if (invoice?.order === order && wasPaid(invoice)) return 'paid';
  if (hasEnded(one)) return 'ended';
  if (one.cancellation) return 'cancelled';
  return one.status === 'PAYMENT_FAILED' && one.failedOrder === order ? undefined : 'no_longer_true';
}

/** What the order costs, by its invoice; without one by the plan. */
function sumOf({ one: { plan }, invoice }: CustomerRecord): Amount {
  if (invoice) return { amount: invoice.amount, currency: invoice.currency };
  return { amount: plan.price, currency: plan.currency };
}

/** Until when access lasts without the payment, and when the subscription is cancelled. */
function endsOf({ one }: CustomerRecord) {
  const { access, until } = subscriptionAccess(one);
  const isCancelled = one.recovery?.schedule.then === 'cancel';
  const cancelledAt = isCancelled ? (recoveryTimes(one)?.endsAt ?? null) : null;
  return { accessUntil: access ? until : null, cancelledAt };
}

function aheadOf<Kind extends 'renewal_ahead' | 'trial_ending'>(
  kind: Kind,
  { one }: CustomerRecord,
  end: string,
): { kind: Kind; plan: string; renewal: FactsOf<'renewal_ahead'>['renewal']; at: number } | DropReason {
  if (hasEnded(one)) return 'ended';
  if (one.cancellation) return 'cancelled';
  if (String(one.periodEnd) !== end) return 'no_longer_true';
  const at = nextPaymentAt(one);
  if (at === null) return one.at >= Number(end) ? 'too_late' : 'no_longer_true';
  const { name, price: amount, currency, interval, intervalCount } = chosenPlan(one);
  return { kind, plan: name, renewal: { sum: { amount, currency }, interval, intervalCount }, at };
}
