import { randomBytes } from 'node:crypto';
import type { Merchant } from './records.ts';
import type { World } from './world.ts';

const FIRST_MERCHANT_ID = 3_380_001;

/** What a test may choose of a merchant; everything else is made up. */
export interface MerchantOptions {
  readonly apiKey?: string | undefined;
  readonly secretKey?: string | undefined;
  readonly merchantId?: string | undefined;
  /** Where it wants its notifications; null for nowhere. */
  readonly notificationUrl?: string | null | undefined;
  /** Whether its notifications are signed; true unless said otherwise. */
  readonly signed?: boolean | undefined;
}

/** Opens an account; what the options leave out is made up. An account that has this API key already is changed. */
export function addMerchant(world: World, options: MerchantOptions): Merchant {
  const known = options.apiKey === undefined ? undefined : merchantOf(world, options.apiKey);
  if (known) return changeMerchant(world, known, options);
  const merchantId = options.merchantId ?? String(FIRST_MERCHANT_ID + world.store.merchants.size);
  const made = (): string => `sandbox-${randomBytes(16).toString('hex')}`;
  return changeMerchant(world, { merchantId, apiKey: made(), secretKey: made(), signed: true }, options);
}

/** Changes what is named and leaves the rest; `notificationUrl` null ends the notifications. */
export function changeMerchant(world: World, merchant: Merchant, options: MerchantOptions): Merchant {
  const url = options.notificationUrl === undefined ? merchant.notificationUrl : options.notificationUrl;
  return world.store.merchants.put(merchant.merchantId, {
    merchantId: merchant.merchantId,
    apiKey: options.apiKey ?? merchant.apiKey,
    secretKey: options.secretKey ?? merchant.secretKey,
    notificationUrl: url ?? undefined,
    signed: options.signed ?? merchant.signed,
  });
}

/** The account that has this API key now. */
export function merchantOf(world: World, apiKey: string): Merchant | undefined {
  return world.store.merchants.find((each) => each.apiKey === apiKey);
}
