/**
 * What we ask of a payment provider, in our words. One adapter per provider sits beside this file;
 * nothing of a provider's vocabulary leaves the folder. No call is ever retried by the adapter.
 */

import type { Redacted } from '../redacted.ts';
import type {
  PayPerson,
  PayPlan,
  PayProduct,
  PaySubscription,
  PaySubscriptionDetails,
  PaySubscriptionList,
} from './provider-records.ts';

/** A tenant's account at the provider. */
export interface PayAccount {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** The merchant's own number: needed to check the signature of notifications, absent where that is not set up. */
  readonly merchantId?: string | undefined;
}

/** The provider's own code and words; never a card number. */
interface Reason {
  readonly providerCode: string;
  readonly message: string;
}

/** What of a request a provider may find wrong: members of `PayCustomer`, of `PayCard`, or the address to return to. */
export type PayInputField = keyof PayCustomer | keyof PayCard | 'callbackUrl';

/**
 * Why a call brought no usable answer. `timeout`, `connectionLost` and `invalidResponse` leave open whether the provider
 * did the work; after all others it certainly did not.
 */
export type PayFailure =
  /** A bank or a card said no. */
  | ({ readonly is: 'declined' } & Reason)
  /** Something that was sent is not valid; `field` where the provider tells which. */
  | ({ readonly is: 'invalidInput'; readonly field: PayInputField | undefined } & Reason)
  /** The provider's rules do not allow what was asked. */
  | ({ readonly is: 'refused' } & Reason)
  | ({ readonly is: 'notFound' } & Reason)
  | ({ readonly is: 'notFinished' } & Reason)
  | ({ readonly is: 'rateLimited' } & Reason)
  | ({ readonly is: 'credentials' } & Reason)
  /** The provider has switched off what was asked for, or the whole account. */
  | ({ readonly is: 'switchedOff' } & Reason)
  /** Never reached: the connection could not be made, so nothing was done. */
  | { readonly is: 'unreachable' }
  /** Not begun: too little of the invocation was left to record what would come of it. */
  | { readonly is: 'outOfTime' }
  /** No answer within the deadline, after the request had gone out. */
  | { readonly is: 'timeout' }
  /** The connection broke after the request had gone out. */
  | { readonly is: 'connectionLost' }
  /** An answer that is not of the provider's own contract, among them HTTP 5xx. */
  | { readonly is: 'invalidResponse'; readonly httpStatus: number };

/** What a call of the payment provider's port answers; failures are values, never thrown. */
export type PayAnswer<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & PayFailure);

/** An address as a checkout gives it. */
export interface PayAddress {
  readonly contactName: string;
  readonly country: string;
  readonly city: string;
  readonly address: string;
  readonly zipCode?: string | undefined;
}

/** The person who pays. `identityNumber` is passed on and never stored. */
export interface PayCustomer {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly gsmNumber: string;
  readonly identityNumber: Redacted<string>;
  readonly billingAddress?: PayAddress | undefined;
  readonly shippingAddress?: PayAddress | undefined;
}

/** A card as a direct checkout gives it. Never stored and never logged. */
export interface PayCard {
  readonly cardHolderName: string;
  readonly cardNumber: string;
  readonly expireMonth: string;
  readonly expireYear: string;
  readonly cvc: string;
}

/** A hosted form that the provider has opened. */
export interface HostedForm {
  readonly token: string;
  readonly content: string;
  /** Where a browser gets the form's scripts and frames from, as sources of a Content-Security-Policy. */
  readonly sources: string;
  /** Seconds; the adapter fills in 1800 where the provider gives none. */
  readonly expiresInSeconds: number;
  readonly paymentPageUrl?: string | undefined;
}

/** The provider, for one tenant's account. Every call is made once, on a fresh connection for those that move money. */
export interface Pay {
  /** Opens a hosted checkout form. */
  openForm(ask: {
    planReference: string;
    customer: PayCustomer;
    callbackUrl: string;
    initialStatus: 'ACTIVE' | 'PENDING';
    correlationId: string;
  }): Promise<PayAnswer<HostedForm>>;

  /** What became of a hosted checkout form. `notFinished` while nobody has paid; `notFound` for an unknown token. */
  readForm(token: string): Promise<PayAnswer<PaySubscription>>;

  /** Starts a subscription with card data. Moves money. A card that is refused is `declined`. */
  startDirect(ask: {
    planReference: string;
    customer: PayCustomer;
    card: Redacted<PayCard>;
    initialStatus: 'ACTIVE' | 'PENDING';
    correlationId: string;
  }): Promise<PayAnswer<PaySubscription>>;

  activate(reference: string): Promise<PayAnswer<undefined>>;

  /** Moves a subscription to another plan; the answer is a new subscription with a new reference. */
  upgrade(ask: {
    reference: string;
    newPlanReference: string;
    period: 'NOW' | 'NEXT_PERIOD';
    useTrial: boolean;
    resetRecurrenceCount: boolean;
  }): Promise<PayAnswer<PaySubscription>>;

  /** Ends a subscription at once and for good. */
  cancel(reference: string): Promise<PayAnswer<undefined>>;

  /** Asks for a failed order to be charged again; the result shows in the subscription later. */
  retryOrder(orderReference: string): Promise<PayAnswer<undefined>>;

  readSubscription(reference: string): Promise<PayAnswer<PaySubscriptionDetails>>;

  /** All subscriptions that fit every filter given, all pages of them, newest first. */
  search(filter: {
    customerReference?: string;
    planReference?: string;
    parentReference?: string;
    createdFrom?: number;
    createdTo?: number;
  }): Promise<PayAnswer<readonly PaySubscriptionDetails[]>>;

  /** Opens a hosted form for a new card, limited to one subscription. */
  openCardForm(ask: {
    customerReference: string;
    reference: string;
    callbackUrl: string;
  }): Promise<PayAnswer<HostedForm>>;

  /**
   * Some of all of the account's subscriptions, newest first: from 1, then from where the answer before says. While new
   * ones are made, one may show twice, and none not at all.
   */
  listSubscriptions(from: number): Promise<PayAnswer<PaySubscriptionList>>;

  /** Who pays, as the provider knows the person. */
  readCustomer(customerReference: string): Promise<PayAnswer<PayPerson>>;

  /** The catalogue, all pages. */
  listProducts(): Promise<PayAnswer<readonly PayProduct[]>>;

  /** Makes a product without plans. A name that is taken is `refused`. */
  createProduct(name: string): Promise<PayAnswer<PayProduct>>;

  /** Makes a plan of a product. Its price and interval can never be changed. A name that is taken is `refused`. */
  createPlan(ask: {
    productReference: string;
    name: string;
    price: string;
    currency: string;
    interval: PayPlan['interval'];
    intervalCount: number;
    trialDays: number;
  }): Promise<PayAnswer<PayPlan>>;

  /** Takes a plan away. One that subscriptions run on, or were moved away from, is `refused`. */
  deletePlan(reference: string): Promise<PayAnswer<undefined>>;
}
