import type { Address } from '../billing/buyer.ts';
import type { DeclineClass, ProviderSubscription } from '../billing/provider-snapshot.ts';

/**
 * The status of a subscription at the payment provider, in our terms: PENDING until it is activated, UNPAID while an order
 * is owed.
 */
export type PayStatus = ProviderSubscription['status'];

/** Whether the provider has ended a subscription for good. One that a plan change has replaced goes on under another. */
export const hasEndedThere = ({ status }: { readonly status: PayStatus }): boolean =>
  status === 'CANCELLED' || status === 'EXPIRED';

/**
 * A subscription on one plan, as the provider reports it: a plan change makes another one with a reference of its own. Times
 * are epoch ms.
 */
export interface PaySubscription {
  readonly reference: string;
  /** What the references of a lineage have in common, shown to callers where the provider has such a thing. */
  readonly parentReference: string | undefined;
  readonly planReference: string;
  readonly customerReference: string;
  readonly status: PayStatus;
  /** Whether a plan change has replaced it: it goes on under another reference. */
  readonly isReplaced: boolean;
  /** The provider's own status word, passed on where our API echoes provider data. */
  readonly providerStatus: string;
  /** Undefined without a trial. */
  readonly trialEnd: number | undefined;
  /** Of one that a plan change has made, when it was made. */
  readonly createdAt: number;
  /** When its first period begins: at once, or with the next period of the one that it replaces. */
  readonly startAt: number;
  readonly endAt: number | undefined;
}

/** One attempt to charge an order; `at` is epoch ms, code and message are the provider's. */
export interface PayAttempt {
  readonly at: number;
  /** Empty where there is none. */
  readonly paymentId: string;
  readonly succeeded: boolean;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
  /** What the code means for another attempt; undefined for one that succeeded. */
  readonly decline: DeclineClass | undefined;
}

/** Something given back of a payment, or an attempt to. */
export interface PayPaymentRefund {
  /** The provider's; its answer to a refund does not tell it. */
  readonly id: string | undefined;
  /** Of the request that asked for it, where the provider tells it. */
  readonly correlationId: string | undefined;
  /** Undefined where it is of the whole payment. */
  readonly line: string | undefined;
  /** Decimal string. */
  readonly amount: string;
  readonly succeeded: boolean;
  /** It was refused in a way that may still become a success by itself. */
  readonly isPutOff: boolean;
  readonly at: number | undefined;
  readonly hostReference: string | undefined;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
}

/** A payment as far as it can be given back. */
export interface PayPayment {
  readonly paymentId: string;
  /** None where refunds are of whole payments, or the provider does not show the payment. */
  readonly lines: readonly { readonly id: string; readonly amount: string }[];
  readonly refunds: readonly PayPaymentRefund[];
  /** False where the reading does not tell refunds: that there is none proves nothing then. */
  readonly showsRefunds: boolean;
}

/** One period of a subscription at the provider, with the attempts to charge it. Times are epoch ms. */
export interface PayOrder {
  readonly reference: string;
  /** Decimal string. */
  readonly amount: string;
  /** Undefined where the provider does not name it: then it is the plan's. */
  readonly currency: string | undefined;
  readonly periodStart: number;
  readonly periodEnd: number;
  /**
   * WAITING before its first attempt, and again while another one is under way; FAILED from a refusal until then, also
   * where it will be tried again later; VOID if it never will be charged.
   */
  readonly status: 'WAITING' | 'PAID' | 'FAILED' | 'VOID';
  /** Those that are over, oldest first; one at least, refused, of an order that has failed. */
  readonly attempts: readonly PayAttempt[];
  /** How many attempts after the first are shown, and not when they were made. */
  readonly undated: number;
}

/** A subscription with all its orders, sorted oldest first. */
export interface PaySubscriptionDetails extends PaySubscription {
  /** As it was given to the provider: a purchase whose answer was lost is found by it. */
  readonly customerEmail: string | undefined;
  readonly customerPhone: string | undefined;
  readonly orders: readonly PayOrder[];
}

/** A subscription with all its references, each of which a plan change has replaced by the next. */
export interface PayLineage {
  /** Oldest first; none where a read of the current one alone tells all that there is to come. */
  readonly earlier: readonly PaySubscriptionDetails[];
  readonly current: PaySubscriptionDetails;
}

/** A customer at the provider. */
export interface PayPerson {
  readonly reference: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly gsmNumber: string | undefined;
  /** Undefined where none was given, or not all of it can be read. */
  readonly billingAddress: Address | undefined;
}

/** A page of an account's subscriptions. */
export interface PaySubscriptionList {
  readonly items: readonly PaySubscriptionDetails[];
  /** The number of unreadable ones on the page. */
  readonly unreadable: number;
  /** Where the next page begins; null after the last. */
  readonly next: number | null;
  /** The account's total; null if the provider does not report it. */
  readonly total: number | null;
}

/** A pricing plan at the provider. `price` is a decimal string, `createdAt` epoch ms where the provider tells it. */
export interface PayPlan {
  readonly reference: string;
  readonly productReference: string;
  readonly name: string;
  readonly price: string;
  readonly currency: string;
  readonly interval: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly intervalCount: number;
  readonly trialDays: number;
  readonly active: boolean;
  readonly createdAt: number | undefined;
}

/** A product at the provider, with its plans. */
export interface PayProduct {
  readonly reference: string;
  readonly name: string;
  readonly plans: readonly PayPlan[];
  /** References of plans whose terms cannot be read, such as an interval that is new to us. */
  readonly unreadablePlans: readonly string[];
}
