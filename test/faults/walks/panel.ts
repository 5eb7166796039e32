/** A subscription as the provider's panel shows it; times are epoch ms. */
export interface PanelSubscription {
  readonly referenceCode: string;
  readonly parentReferenceCode: string;
  readonly pricingPlanReferenceCode: string;
  readonly customerEmail: string;
  readonly subscriptionStatus: string;
  readonly createdDate: number;
  readonly startDate: number;
  readonly trialEndDate?: number;
  readonly orders: readonly {
    readonly referenceCode: string;
    readonly orderStatus: string;
    readonly startPeriod: number;
    readonly endPeriod: number;
    readonly paymentAttempts: readonly { readonly paymentId: number }[];
  }[];
}
