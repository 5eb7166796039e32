import type { DifferenceKind } from '../../billing/difference.ts';
import type { TaskKind } from '../../billing/document-task.ts';
import type { Interval } from '../../billing/plan.ts';
import type { DeclineReason } from '../../billing/provider-snapshot.ts';
import type { MessageKind } from '../kinds.ts';

/** An amount: a two-decimal string and its currency. */
export interface Amount {
  readonly amount: string;
  readonly currency: string;
}

/** What a renewal costs and how often. */
export interface Renewal {
  readonly sum: Amount;
  readonly interval: Interval;
  readonly intervalCount: number;
}

/** What each kind of message says, read from the record when it is sent. Times are epoch ms. */
interface FactsByKind {
  readonly payment_failed: {
    readonly plan: string;
    readonly sum: Amount;
    readonly dueAt: number;
    readonly reason: DeclineReason;
    /** The next try with the present card; null where none is planned. */
    readonly nextAttemptAt: number | null;
    /** Until when access lasts; null where it is closed until the payment comes. */
    readonly accessUntil: number | null;
    /** When the subscription is cancelled without the payment; null where it is kept. */
    readonly cancelledAt: number | null;
  };
  readonly last_attempt: {
    readonly plan: string;
    readonly sum: Amount;
    readonly attemptAt: number;
    readonly accessUntil: number | null;
    readonly cancelledAt: number | null;
  };
  readonly payment_recovered: {
    readonly plan: string;
    readonly sum: Amount;
    readonly paidAt: number;
    /** The end of the period that is paid now; null where the provider states none. */
    readonly paidUntil: number | null;
  };
  readonly renewal_ahead: { readonly plan: string; readonly renewal: Renewal; readonly at: number };
  readonly trial_ending: { readonly plan: string; readonly renewal: Renewal; readonly at: number };
  readonly cancelled: {
    readonly plan: string;
    /** The end of access, also when it has passed; null where there was none to lose. */
    readonly accessUntil: number | null;
    readonly hasEnded: boolean;
    /** Until when the customer may undo it; null where that is not possible. */
    readonly undoUntil: number | null;
    /** Whether it was cancelled because a payment failed. */
    readonly isUnpaid: boolean;
    /** Whether the provider still charges: it was cancelled in our records alone. */
    readonly isStillCharged: boolean;
  };
  readonly undone: {
    readonly plan: string;
    readonly sum: Amount;
    /** The next charge; null where none will be tried. */
    readonly nextPaymentAt: number | null;
  };
  readonly invoice_ready: {
    readonly plan: string;
    readonly sum: Amount;
    readonly number: string;
    readonly issuedAt: number;
  };
  readonly refunded: {
    readonly plan: string;
    readonly sum: Amount;
    readonly refundedAt: number;
    /** The invoice it is of, and its day. */
    readonly number: string;
    readonly issuedAt: number;
    readonly isAll: boolean;
  };
  readonly webhook_failing: {
    /** The host of the address alone: its path may hold a secret. */
    readonly host: string;
    readonly failedAt: number;
    /** What the receiver answered; null where it answered nothing. */
    readonly httpStatus: number | null;
  };
  readonly credentials_refused: { readonly provider: 'pay' | 'acct'; readonly refusedAt: number };
  readonly task_due: {
    readonly task: TaskKind;
    readonly invoiceNumber: string;
    readonly sum: Amount;
    readonly deadline: number;
  };
  readonly difference_found: { readonly difference: DifferenceKind; readonly since: number };
  readonly invited: {
    /** Who invited; null for an operator. */
    readonly by: string | null;
    readonly roles: readonly ('owner' | 'support' | 'finance' | 'developer' | 'read')[];
    readonly expiresAt: number;
  };
}

/** What a message of one kind says. */
export type FactsOf<Kind extends MessageKind> = { readonly kind: Kind } & FactsByKind[Kind];
/** What a message says. */
export type MessageFacts = { [Kind in MessageKind]: FactsOf<Kind> }[MessageKind];
