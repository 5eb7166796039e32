/** What the sandbox remembers. Times are epoch milliseconds, prices plain numbers as on the wire. */

/** An account at the provider. */
export interface Merchant {
  merchantId: string;
  apiKey: string;
  secretKey: string;
  notificationUrl?: string | undefined;
  /** Whether this account has the signature header enabled. */
  signed: boolean;
}

/** A product of a merchant. */
export interface Product {
  merchantId: string;
  referenceCode: string;
  createdDate: number;
  name: string;
  description?: string | undefined;
  status: 'ACTIVE';
  deleted: boolean;
}

/** The unit of a plan's period. */
export type Interval = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A pricing plan of a product; `price` is in whole currency units with decimals. */
export interface Plan {
  merchantId: string;
  referenceCode: string;
  createdDate: number;
  name: string;
  price: number;
  paymentInterval: Interval;
  paymentIntervalCount: number;
  trialPeriodDays: number;
  currencyCode: string;
  productReferenceCode: string;
  planPaymentType: 'RECURRING';
  status: 'ACTIVE' | 'PASSIVE';
  recurrenceCount?: number | undefined;
  deleted: boolean;
}

/** An address of a customer. */
export interface Address {
  contactName: string;
  city: string;
  country: string;
  address: string;
  zipCode?: string | undefined;
  district?: string | undefined;
}

/** What a merchant tells about a customer. */
export interface CustomerFields {
  name: string;
  surname: string;
  identityNumber: string;
  email: string;
  gsmNumber: string;
  billingAddress: Address;
  shippingAddress?: Address | undefined;
}

/** A customer of a merchant. */
export interface Customer extends CustomerFields {
  merchantId: string;
  referenceCode: string;
  createdDate: number;
  status: 'ACTIVE';
  deleted: boolean;
}

/** The status of a subscription, in the provider's words. */
export type SubscriptionStatus = 'ACTIVE' | 'PENDING' | 'UPGRADED' | 'CANCELED' | 'UNPAID' | 'EXPIRED';
/** The status of an order, in the provider's words. */
export type OrderStatus =
  | 'WAITING'
  | 'QUEUED'
  | 'PROCESSING'
  | 'SUCCESS'
  | 'FAILED'
  | 'SUBSCRIPTION_UPGRADED'
  | 'SUBSCRIPTION_CANCELED'
  /** Only where orders change with refunds, which no source says. */
  | 'REFUNDED';

/** One attempt to charge an order. */
export interface Attempt {
  conversationId: string;
  createdDate: number;
  paymentId: number;
  paymentStatus: 'SUCCESS' | 'FAILED';
  errorCode?: string | undefined;
  errorMessage?: string | undefined;
  /** When it begins to be shown; at once if absent. */
  shownFrom?: number | undefined;
}

/** One period of a subscription, to be charged when it starts. */
export interface Order {
  referenceCode: string;
  /** Which period of the subscription's grid this is, from 0. */
  index: number;
  price: number;
  currencyCode: string;
  startPeriod: number;
  endPeriod: number;
  orderStatus: OrderStatus;
  /** Oldest first. */
  attempts: Attempt[];
  /** A retry that was asked for and has not been carried out yet, and whether the order was owed or paid then. */
  retrying: false | 'as owed' | 'although paid';
  /** When the provider retries it by itself, or did last. */
  ownRetryAt?: number | undefined;
}

/** A subscription of a customer to a plan. */
export interface Subscription {
  merchantId: string;
  referenceCode: string;
  parentReferenceCode: string;
  planReferenceCode: string;
  customerReferenceCode: string;
  status: SubscriptionStatus;
  trialDays: number;
  trialStartDate?: number | undefined;
  trialEndDate?: number | undefined;
  createdDate: number;
  startDate: number;
  endDate?: number | undefined;
  cardNumber: string;
  /** Start of the first paid period: every later period is counted from here, so that the day of month is kept. */
  gridStart: number;
  /** Charges that plans before an upgrade have already used up of the recurrence count. */
  ordersBefore: number;
  /** Oldest first. */
  orders: Order[];
}

/** A hosted form, for a first payment or for another card. */
export interface Form {
  merchantId: string;
  token: string;
  createdDate: number;
  expiresAt: number;
  callbackUrl: string;
  purpose: CheckoutPurpose | CardPurpose;
  /** The cards that were refused in it, and by which code. */
  refusals?: { cardNumber: string; code: string }[] | undefined;
  completedAt?: number | undefined;
}

/** A form that makes a subscription. */
export interface CheckoutPurpose {
  is: 'checkout';
  planReferenceCode: string;
  customer: CustomerFields;
  initialStatus: 'ACTIVE' | 'PENDING';
  subscriptionReferenceCode?: string | undefined;
}

/** A form that replaces a card. */
export interface CardPurpose {
  is: 'card';
  customerReferenceCode: string;
  /** Where absent, all live subscriptions of the customer get the new card. */
  subscriptionReferenceCode?: string | undefined;
}

/** One attempt to take money, of any kind, whatever came of it. */
export interface LedgerEntry {
  paymentId: number;
  /** `verification` is the 1 TRY check of a card, refunded at once. */
  kind: 'order' | 'verification';
  merchantId: string;
  /** Null where the attempt was refused before there was a subscription. */
  subscriptionReferenceCode: string | null;
  orderReferenceCode: string | null;
  amount: string;
  currency: string;
  status: 'SUCCESS' | 'FAILED';
  errorCode: string | null;
  customerEmail: string;
  time: number;
  refundedAt: number | null;
}

/** Something given back of a payment, or refused. */
export interface Refund {
  refundTxId: number;
  kind: 'refund' | 'cancel';
  merchantId: string;
  paymentId: number;
  /** Null where the whole payment was cancelled. */
  paymentTransactionId: string | null;
  conversationId: string | null;
  amount: string;
  currency: string;
  /** 1 where it was made. */
  status: 0 | 1;
  errorCode: string | null;
  createdDate: number;
  by: 'api' | 'panel';
}

/** A scheduled job. `subject` is a subscription's reference, a notification's id, or a refund that was put off. */
export interface Job {
  id: string;
  at: number;
  kind: 'charge' | 'retry' | 'expire' | 'notify' | 'refund';
  subject: string;
  orderReferenceCode?: string | undefined;
}
