/** What the payment provider tells of a subscription, as far as our rules need it. Times are epoch ms. */
export interface ProviderOrder {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly start: number;
  readonly end: number;
  readonly status: 'WAITING' | 'PAID' | 'FAILED' | 'VOID';
  /** When each failed payment attempt was made, oldest first. */
  readonly failures: readonly number[];
  readonly paidAt: number | null;
}

export interface ProviderSubscription {
  readonly reference: string;
  readonly status: 'ACTIVE' | 'PENDING' | 'UNPAID' | 'CANCELLED' | 'EXPIRED';
  readonly startAt: number;
  readonly trialEnd: number | null;
  /** Oldest first. */
  readonly orders: readonly ProviderOrder[];
}
