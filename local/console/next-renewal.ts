import type { DemoTenant } from '../demo-tenant.ts';
import type { ConsoleSources } from './sources.ts';

interface ProviderSubscription {
  readonly subscriptionStatus: string;
  readonly orders: readonly { readonly orderStatus: string; readonly startPeriod: number }[];
}

const LIVE = ['ACTIVE', 'UNPAID'];

/** When the provider charges a tenant's customers next (epoch ms), by its own books; null where it charges nobody. */
export async function nextRenewalOf(
  { urls, call }: ConsoleSources,
  { pay }: DemoTenant,
): Promise<number | null> {
  const all = await call<ProviderSubscription[]>(
    'GET',
    `${urls.pay}/sandbox/subscriptions?merchantId=${pay.merchantId}`,
  );
  const charges = all
    .filter(({ subscriptionStatus }) => LIVE.includes(subscriptionStatus))
    .flatMap(({ orders }) => orders.filter(({ orderStatus }) => orderStatus === 'WAITING'))
    .map(({ startPeriod }) => startPeriod);
  return charges.length === 0 ? null : Math.min(...charges);
}
