import { timingSafeEqual } from 'node:crypto';
import { isLive, type ApiKey } from '../../billing/api-key.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { forTenant } from '../../runtime/for-tenant.ts';
import { cachePerInstance } from '../../runtime/instance.ts';
import { CREDENTIALS_CACHE_MS } from '../../limits.ts';
import { apiKeyFrom, secretHashOf, lastUsePut, lastUseFrom, tenantInKey } from './keys.ts';
import { readWithHint } from '../readable.ts';
import { key } from '../schema.ts';
import { tenantFrom, type Tenant } from './tenant.ts';
import { cacheTenant, isUsable } from './tenants.ts';

const DUMMY_HASH = secretHashOf('no such key');

interface CachedKey {
  readonly key: ApiKey;
  readonly tenant: Tenant;
  /** The hour of the key's last use (epoch ms), as far as this instance knows. */
  readonly lastUsedAt: number | null;
  readonly until: number;
}

/** The authenticated tenant and the key it used. */
export interface Authenticated {
  readonly tenant: Tenant;
  readonly key: ApiKey;
  /** The pending write of the key's last use; it never rejects. */
  readonly lastUseWrite: Promise<void> | undefined;
}

const cachedKeysOf = cachePerInstance<CachedKey>();

/**
 * Authenticates a key pair; undefined for any that is not valid, after the same work. One round trip, none while it is
 * cached.
 */
export async function authenticate(
  app: CoreApp,
  apiKey: string,
  apiSecret: string,
  { fresh }: { readonly fresh: boolean } = { fresh: false },
): Promise<Authenticated | undefined> {
  const now = app.clock();
  const sent = secretHashOf(apiSecret);
  const known = fresh ? undefined : cachedKeysOf(app).get(apiKey);
  // A wrong secret of a key that is kept here is looked up as any unknown key is: neither is refused sooner.
  const isKept = known && isUsable(known, now) && sameHash(sent, known.key.secretHash);
  const checked = isKept ? known : await lookUpKey(app, apiKey, now, fresh);
  const isRight = sameHash(sent, checked?.key.secretHash ?? DUMMY_HASH);
  if (!checked || !isRight || !isLive(checked.key, now)) return undefined;
  return { tenant: checked.tenant, key: checked.key, lastUseWrite: recordLastUse(app, checked, now) };
}

async function lookUpKey(
  app: CoreApp,
  apiKey: string,
  now: number,
  fresh: boolean,
): Promise<CachedKey | undefined> {
  const named = tenantInKey(apiKey);
  if (!named) return undefined;
  const use = { at: key.apiKeyUse(named, apiKey), read: lastUseFrom, otherwise: null };
  const keys = [key.apiKey(apiKey), key.tenant(named)];
  const { items, hint: lastUsedAt } = await readWithHint(app, keys, use, { consistent: fresh });
  const [keyItem, tenantItem] = items;
  if (!keyItem || !tenantItem || keyItem.tenant !== named) return undefined;
  const checked = {
    key: apiKeyFrom(keyItem),
    tenant: tenantFrom(tenantItem),
    lastUsedAt,
    until: now + CREDENTIALS_CACHE_MS,
  };
  cacheTenant(forTenant(app, checked.tenant));
  cacheKey(app, checked);
  return checked;
}

function cacheKey(app: CoreApp, checked: CachedKey): void {
  cachedKeysOf(app).set(checked.key.apiKey, checked);
}

/** If this write is lost or another instance has made it, nothing is lost: the next hour's will be made. */
function recordLastUse(app: CoreApp, checked: CachedKey, now: number): Promise<void> | undefined {
  const change = lastUsePut(checked.key, checked.lastUsedAt, now);
  if (!change) return undefined;
  cacheKey(app, { ...checked, lastUsedAt: now });
  return app.table.apply(change).then(
    () => undefined,
    () => undefined,
  );
}

function sameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
}
