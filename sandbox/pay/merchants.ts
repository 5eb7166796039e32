import { randomBytes } from 'node:crypto';
import type { Merchant } from './records.ts';
import type { World } from './world.ts';

const FIRST_MERCHANT_ID = 3_380_001;

export interface MerchantOptions {
  readonly apiKey?: string | undefined;
  readonly secretKey?: string | undefined;
  readonly merchantId?: string | undefined;
  readonly notificationUrl?: string | undefined;
  /** Whether its notifications are signed; true unless said otherwise. */
  readonly signed?: boolean | undefined;
}

/** Opens an account; what the options leaves out is made up. An account that has this API key already is changed. */
export function addMerchant(world: World, options: MerchantOptions): Merchant {
  const known = options.apiKey === undefined ? undefined : merchantOf(world, options.apiKey);
  const merchantId =
    options.merchantId ?? known?.merchantId ?? String(FIRST_MERCHANT_ID + world.store.merchants.size);
  return world.store.merchants.put(merchantId, {
    merchantId,
    apiKey: options.apiKey ?? `sandbox-${randomBytes(16).toString('hex')}`,
    secretKey: options.secretKey ?? known?.secretKey ?? `sandbox-${randomBytes(16).toString('hex')}`,
    notificationUrl: options.notificationUrl ?? known?.notificationUrl,
    signed: options.signed ?? known?.signed ?? true,
  });
}

/** Where an account wants its notifications; null for nowhere. */
export function setNotifications(
  world: World,
  merchant: Merchant,
  options: { url?: string | null | undefined; signed?: boolean | undefined },
): Merchant {
  return world.store.merchants.put(merchant.merchantId, {
    ...merchant,
    notificationUrl: options.url === undefined ? merchant.notificationUrl : (options.url ?? undefined),
    signed: options.signed ?? merchant.signed,
  });
}

export function merchantOf(world: World, apiKey: string): Merchant | undefined {
  return world.store.merchants.find((each) => each.apiKey === apiKey);
}
