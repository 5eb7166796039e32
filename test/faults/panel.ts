import { control, type Provider } from '../support/world/shop.ts';
import type { TestTenant } from '../support/world/tenant.ts';

/** A subscription as the provider's panel shows it; times are epoch ms. */
export interface PanelSubscription {
  readonly referenceCode: string;
  readonly parentReferenceCode: string;
  readonly pricingPlanReferenceCode: string;
  readonly customerEmail: string;
  readonly customerGsmNumber: string;
  readonly subscriptionStatus: string;
  readonly createdDate: number;
  readonly startDate: number;
  readonly trialEndDate?: number;
  /** Newest first. */
  readonly orders: readonly PanelOrder[];
}

export interface PanelOrder {
  readonly referenceCode: string;
  readonly price: number;
  readonly orderStatus: string;
  readonly startPeriod: number;
  readonly endPeriod: number;
  /** Oldest first. */
  readonly paymentAttempts: readonly {
    readonly paymentId: number;
    readonly createdDate: number;
    readonly paymentStatus: string;
  }[];
}

/** A tenant's subscriptions in the provider's own records. */
export async function panelOf(
  provider: Provider,
  { credentials }: Pick<TestTenant, 'credentials'>,
): Promise<readonly PanelSubscription[]> {
  const all: unknown = await control(provider, `/subscriptions?merchantId=${credentials.merchantId}`);
  return all as PanelSubscription[];
}
