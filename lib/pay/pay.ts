/** The port of a payment provider, in our terms: no call is retried, and its words stay in the adapter's folder. */

import type { Address } from '../billing/buyer.ts';
import type { RefundReason } from '../billing/refund.ts';
import type { Redacted } from '../text/redacted.ts';
import type {
  PayLineage,
  PayPayment,
  PayPerson,
  PayProduct,
  PaySubscription,
  PaySubscriptionDetails,
  PaySubscriptionList,
} from './provider-records.ts';

/** A tenant's account at the provider, with the provider's own keys by their names: its adapter alone looks into them. */
export interface PayAccount {
  readonly [key: string]: string | undefined;
  readonly baseUrl: string;
  /** The account's number there, by which records of another account are told; absent where it was never asked for. */
  readonly merchantId?: string | undefined;
}

/** A key that an account signs in with. */
export interface PayKey {
  /** As the API, the command line and the stored record have it. */
  readonly name: string;
  /** What people are asked for. */
  readonly question: string;
  /** Whether it is never shown again, not even to who has typed it in. */
  readonly isSecret: boolean;
}

/** Whether a call may go out; `counted` ends once it is counted, which is meanwhile. */
export interface Admission {
  readonly isGranted: boolean;
  readonly counted?: Promise<unknown>;
}

/** The provider's own code and message; never a card number. */
interface Reason {
  readonly providerCode: string;
  readonly message: string;
}

/** What a provider may reject in a request: members of `PayCustomer` or `PayCard`, or the callback URL. */
export type PayInputField = keyof PayCustomer | keyof PayCard | 'callbackUrl';

/** Why a call had no usable answer. Whether the provider may have done the work, and who may ask again, is in `failure.ts`. */
export type PayFailure =
  /** Refused by the bank or for the card. */
  | ({ readonly is: 'declined' } & Reason)
  /** The request is invalid; `field` if the provider names it. */
  | ({ readonly is: 'invalidInput'; readonly field: PayInputField | undefined } & Reason)
  /** Not allowed by the provider's rules. */
  | ({ readonly is: 'refused' } & Reason)
  | ({ readonly is: 'notFound' } & Reason)
  /** The plan that the request names is not there, or not any more. */
  | ({ readonly is: 'planNotFound' } & Reason)
  | ({ readonly is: 'notFinished' } & Reason)
  | ({ readonly is: 'rateLimited' } & Reason)
  | ({ readonly is: 'credentials' } & Reason)
  /** The provider has switched off the feature or the whole account. */
  | ({ readonly is: 'switchedOff' } & Reason)
  /** A code that no source explains, or that stands for anything: it proves nothing, about the call or what it asked for. */
  | ({ readonly is: 'unclear' } & Reason)
  /** Not found, where the record belongs to another merchant account than the one that was asked: that proves nothing. */
  | { readonly is: 'otherAccount' }
  /** No connection: nothing was done. */
  | { readonly is: 'unreachable' }
  /** Not started: too little invocation time was left to record the outcome. */
  | { readonly is: 'outOfTime' }
  /** No answer within the deadline, after the request was sent. */
  | { readonly is: 'timeout' }
  /** The connection broke after the request was sent. */
  | { readonly is: 'connectionLost' }
  /** An answer outside the provider's contract, including HTTP 5xx. */
  | { readonly is: 'invalidResponse'; readonly httpStatus: number };

/** Whether the provider refused the whole account, and so said nothing about the question itself. */
export function isAccountRefusal(failure: PayFailure): boolean {
  return failure.is === 'credentials' || failure.is === 'switchedOff';
}

/** The answer of a payment provider call; failures are values, never thrown. */
export type PayAnswer<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & PayFailure);

/** The paying customer. `identityNumber` is passed on and never stored. */
export interface PayCustomer {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly gsmNumber: string;
  readonly identityNumber: Redacted<string>;
  readonly billingAddress?: Address | undefined;
  readonly shippingAddress?: Address | undefined;
}

/** The card of a direct checkout. Never stored or logged. */
export interface PayCard {
  readonly cardHolderName: string;
  readonly cardNumber: string;
  readonly expireMonth: string;
  readonly expireYear: string;
  readonly cvc: string;
}

/** A refund to be made: of one line of a payment or, without one, of the payment. */
export interface PayRefundAsk {
  readonly paymentId: string;
  readonly line: string | undefined;
  /** With two decimals. */
  readonly amount: string;
  readonly currency: string;
  readonly reason: RefundReason;
  readonly note: string | undefined;
  /** Ours, unguessable and new: the only name by which the refund is found again. */
  readonly correlationId: string;
}

/** A hosted form that the provider has opened. */
export interface HostedForm {
  readonly token: string;
  readonly content: string;
  /** Content-Security-Policy sources of the form's scripts and frames. */
  readonly sources: string;
  /** Seconds; the provider's usual time where it gives none. */
  readonly expiresInSeconds: number;
  readonly paymentPageUrl?: string | undefined;
}

/** The provider, for one tenant's account. Each call is sent once; those that move money use a fresh connection. */
export interface Pay {
  openForm(ask: {
    planReference: string;
    customer: PayCustomer;
    callbackUrl: string;
    initialStatus: 'ACTIVE' | 'PENDING';
    correlationId: string;
  }): Promise<PayAnswer<HostedForm>>;

  /** The result of a hosted checkout form. `notFinished` before payment; `notFound` for an unknown token. */
  readForm(token: string): Promise<PayAnswer<PaySubscription>>;

  /** Starts a subscription with card data. Moves money. `declined` if the card is refused. */
  startDirect(ask: {
    planReference: string;
    customer: PayCustomer;
    card: Redacted<PayCard>;
    initialStatus: 'ACTIVE' | 'PENDING';
    correlationId: string;
  }): Promise<PayAnswer<PaySubscription>>;

  /** Begins a subscription that was started as PENDING. */
  activate(reference: string): Promise<PayAnswer<undefined>>;

  /** Changes the plan; the answer is the subscription on the new plan, with a reference of its own. */
  upgrade(ask: {
    reference: string;
    newPlanReference: string;
    period: 'NOW' | 'NEXT_PERIOD';
    useTrial: boolean;
    resetRecurrenceCount: boolean;
  }): Promise<PayAnswer<PaySubscription>>;

  /** Ends a subscription at once and for good. */
  cancel(reference: string): Promise<PayAnswer<undefined>>;

  /** Requests another charge of a failed order; the result shows in the subscription later. */
  retryOrder(orderReference: string): Promise<PayAnswer<undefined>>;

  /**
   * Gives money back. `declined` and `refused`: not made; `notFinished`: not today; `unclear` and no answer: perhaps
   * made.
   */
  refund(ask: PayRefundAsk): Promise<PayAnswer<{ readonly hostReference: string | undefined }>>;

  /** A payment with what was given back of it. */
  readPayment(paymentId: string): Promise<PayAnswer<PayPayment>>;

  /** The payments of which something was given back on a day in Turkey (`YYYY-MM-DD`), here or at the provider. */
  refundedPayments(day: string): Promise<PayAnswer<readonly string[]>>;

  /** `notFound` only where a second reading and the list of subscriptions say the same. */
  readSubscription(reference: string): Promise<PayAnswer<PaySubscriptionDetails>>;

  /**
   * The subscription of a reference with all its references. One call, two if it was replaced; `unreachable` while the
   * current one is not listed.
   */
  lineage(reference: string): Promise<PayAnswer<PayLineage>>;

  /** The references that this one has replaced by plan changes, newest first. One call; none without a parent. */
  ancestors(one: PaySubscription): Promise<PayAnswer<readonly PaySubscriptionDetails[]>>;

  /** All subscriptions that match every filter, across all pages, newest first. */
  search(filter: {
    customerReference?: string;
    planReference?: string;
    createdFrom?: number;
    createdTo?: number;
  }): Promise<PayAnswer<readonly PaySubscriptionDetails[]>>;

  /**
   * Those of a plan that were created in a time, in a part of the pass: from 1, then from `next`, null after the last.
   */
  searchPurchases(
    filter: { planReference: string; createdFrom: number; createdTo: number },
    from: number,
  ): Promise<PayAnswer<{ readonly found: readonly PaySubscriptionDetails[]; readonly next: number | null }>>;

  /** Opens a hosted form for a new card, limited to one subscription. */
  openCardForm(ask: {
    customerReference: string;
    reference: string;
    callbackUrl: string;
  }): Promise<PayAnswer<HostedForm>>;

  /**
   * A page of the account's subscriptions, newest first: from 1, then from `next`. One may appear twice, none is
   * missing.
   */
  listSubscriptions(from: number): Promise<PayAnswer<PaySubscriptionList>>;

  readCustomer(customerReference: string): Promise<PayAnswer<PayPerson>>;

  /** Replaces some of what the provider knows of a customer; its national id stays. */
  correctCustomer(
    customerReference: string,
    correction: Partial<Pick<PayCustomer, 'email' | 'name' | 'surname' | 'gsmNumber' | 'billingAddress'>>,
  ): Promise<PayAnswer<undefined>>;

  /** Deletes a customer. `notFound` where there is none, or none any more. */
  deleteCustomer(customerReference: string): Promise<PayAnswer<undefined>>;

  /** All products. The harmless call that tries credentials out, and proves that an account works again. */
  listProducts(): Promise<PayAnswer<readonly PayProduct[]>>;
}
