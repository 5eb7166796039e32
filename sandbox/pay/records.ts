/** What the sandbox remembers. Times are epoch milliseconds, prices plain numbers as on the wire. */

export interface Merchant {
  merchantId: string;
  apiKey: string;
  secretKey: string;
  notificationUrl?: string | undefined;
  /** Whether this account has the signature header enabled. */
  signed: boolean;
}

export interface Product {
  merchantId: string;
  referenceCode: string;
  createdDate: number;
  name: string;
  description?: string | undefined;
  status: 'ACTIVE';
  deleted: boolean;
}

export type Interval = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

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

export interface Customer extends CustomerFields {
  merchantId: string;
  referenceCode: string;
  createdDate: number;
  status: 'ACTIVE';
  deleted: boolean;
}

export type SubscriptionStatus = 'ACTIVE' | 'PENDING' | 'UPGRADED' | 'CANCELED' | 'UNPAID' | 'EXPIRED';
export type OrderStatus =
  'WAITING' | 'SUCCESS' | 'FAILED' | 'SUBSCRIPTION_UPGRADED' | 'SUBSCRIPTION_CANCELED';

export interface Attempt {
  conversationId: string;
  createdDate: number;
  paymentId: number;
  paymentStatus: 'SUCCESS' | 'FAILED';
  errorCode?: string | undefined;
  errorMessage?: string | undefined;
}

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
  /** Whether a retry was asked for and has not been carried out yet. */
  retrying: boolean;
}

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
  completedAt?: number | undefined;
}

export interface CheckoutPurpose {
  is: 'checkout';
  planReferenceCode: string;
  customer: CustomerFields;
  initialStatus: 'ACTIVE' | 'PENDING';
  subscriptionReferenceCode?: string | undefined;
}

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

export interface Delivery {
  at: number;
  url: string;
  signature: string | null;
  /** The receiver's HTTP status, or null where there was no answer. */
  status: number | null;
  error: string | null;
}

export interface Notification {
  id: string;
  merchantId: string;
  /** What the receiver deduplicates on: the same in a deliberate duplicate. */
  iyziReferenceCode: string;
  iyziEventType: 'subscription.order.success' | 'subscription.order.failure';
  iyziEventTime: number;
  subscriptionReferenceCode: string;
  orderReferenceCode: string;
  customerReferenceCode: string;
  dropped: boolean;
  attempts: Delivery[];
}

/** Something that happens later. `subject` is a subscription's reference, or a notification's id. */
export interface Job {
  id: string;
  at: number;
  kind: 'charge' | 'retry' | 'expire' | 'notify';
  subject: string;
  orderReferenceCode?: string | undefined;
}
