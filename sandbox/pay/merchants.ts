import { randomBytes } from 'node:crypto';
import type { Merchant } from './records.ts';
import type { World } from './world.ts';

const FIRST_MERCHANT_ID = 3_380_001;

export interface MerchantWish {
  readonly apiKey?: string | undefined;
  readonly secretKey?: string | undefined;
  readonly merchantId?: string | undefined;
  readonly notificationUrl?: string | undefined;
  /** Whether its notifications are signed; true unless said otherwise. */
  readonly signed?: boolean | undefined;
}

/** Opens an account; what the wish leaves out is made up. An account that has this API key already is changed. */
export function addMerchant(world: World, wish: MerchantWish): Merchant {
  const known = wish.apiKey === undefined ? undefined : merchantOf(world, wish.apiKey);
  const merchantId =
    wish.merchantId ?? known?.merchantId ?? String(FIRST_MERCHANT_ID + world.store.merchants.size);
  return world.store.merchants.put(merchantId, {
    merchantId,
    apiKey: wish.apiKey ?? `sandbox-${randomBytes(16).toString('hex')}`,
    secretKey: wish.secretKey ?? known?.secretKey ?? `sandbox-${randomBytes(16).toString('hex')}`,
    notificationUrl: wish.notificationUrl ?? known?.notificationUrl,
    signed: wish.signed ?? known?.signed ?? true,
  });
}

/** Where an account wants its notifications; null for nowhere. */
export function setNotifications(
  world: World,
  merchant: Merchant,
  wish: { url?: string | null | undefined; signed?: boolean | undefined },
): Merchant {
  return world.store.merchants.put(merchant.merchantId, {
    ...merchant,
    notificationUrl: wish.url === undefined ? merchant.notificationUrl : (wish.url ?? undefined),
    signed: wish.signed ?? merchant.signed,
  });
}

export function merchantOf(world: World, apiKey: string): Merchant | undefined {
  return world.store.merchants.find((each) => each.apiKey === apiKey);
}
