import { createHash } from 'node:crypto';
import { API_KEY, type ApiKey } from '../../billing/api-key.ts';
import { HOUR_MS } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';

const NAMED = /^svck_(live|test)_([0-9a-f]{32})_[0-9A-Za-z]{8,64}$/;

/** The tenant named in an API key: only a hint for the look-up, never a proof. */
export function tenantInKey(apiKey: string): string | undefined {
  return NAMED.exec(apiKey)?.[2];
}

/** The SHA-256 (hex) of an API secret. Secrets are 32 random bytes, so no salt is needed. */
export function secretHashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Parses an API key. Throws Unreadable. */
export const apiKeyFrom = (item: Item): ApiKey => API_KEY.read(item);

/** The item of a key pair. It is found by the key alone, and leads to the tenant. */
export const apiKeyItem = (one: ApiKey): Item => ({ ...API_KEY.write(one), ...key.apiKey(one.apiKey) });

/** The hour of a key's last use (epoch ms); null if never used. */
export function lastUseFrom(item: Item | undefined): number | null {
  return item ? fieldsOf(item).number('lastUsedAt') : null;
}

/** Records the hour of a key's use; undefined if it is recorded already. A concurrent second write is a Conflict. */
export function lastUsePut(
  { tenant, apiKey }: Pick<ApiKey, 'tenant' | 'apiKey'>,
  lastUsedAt: number | null,
  now: number,
): Put | undefined {
  const hour = now - (now % HOUR_MS);
  if (lastUsedAt !== null && lastUsedAt >= hour) return undefined;
  return {
    put: { ...key.apiKeyUse(tenant, apiKey), lastUsedAt: hour },
    if: [lastUsedAt === null ? { absent: true } : { attribute: 'lastUsedAt', is: lastUsedAt }],
  };
}
