/** The status of a subscription at the payment provider, in our words. */
export type PayStatus = 'ACTIVE' | 'PENDING' | 'UNPAID' | 'CANCELLED' | 'EXPIRED' | 'UPGRADED' | 'SUSPENDED';

/** A subscription as the provider tells it when it has just been made. Times are epoch milliseconds. */
export interface PaySubscription {
  readonly reference: string;
  readonly parentReference: string | undefined;
  readonly planReference: string;
  readonly customerReference: string;
  readonly status: PayStatus;
  /** The provider's own word for the status, handed through where the contract echoes provider data. */
  readonly providerStatus: string;
  readonly trialDays: number;
  readonly trialEnd: number | undefined;
  readonly createdAt: number;
  readonly startAt: number;
  readonly endAt: number | undefined;
}

/** One attempt to charge an order; `at` is epoch ms, code and message are the provider's own words. */
export interface PayAttempt {
  readonly at: number;
  readonly paymentId: string;
  readonly succeeded: boolean;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
}

/** One period of a subscription at the provider, and what was tried to charge it. Times are epoch ms. */
export interface PayOrder {
  readonly reference: string;
  /** Decimal string with a point, as exact as the provider's number. */
  readonly amount: string;
  readonly currency: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly status: 'WAITING' | 'PAID' | 'FAILED' | 'VOID';
  /** Oldest first. */
  readonly attempts: readonly PayAttempt[];
}

/** A subscription with everything charged or to be charged. Orders are oldest first, whatever the provider's order. */
export interface PaySubscriptionDetails extends PaySubscription {
  readonly customerEmail: string | undefined;
  readonly orders: readonly PayOrder[];
}

/** A person at the provider. */
export interface PayPerson {
  readonly reference: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly gsmNumber: string | undefined;
}

/** Some of an account's subscriptions. */
export interface PaySubscriptionList {
  readonly items: readonly PaySubscriptionDetails[];
  /** How many more there were that could not be read. */
  readonly unreadable: number;
  /** Where to go on; null after the last. */
  readonly next: number | null;
  /** How many the account has; null where the provider does not say. */
  readonly total: number | null;
}

/** A pricing plan at the provider. `price` is a decimal string, `createdAt` epoch ms. */
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
  readonly createdAt: number;
}

/** A product at the provider, with its plans. */
export interface PayProduct {
  readonly reference: string;
  readonly name: string;
  readonly plans: readonly PayPlan[];
}
