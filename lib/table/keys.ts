import { createHash, timingSafeEqual } from 'node:crypto';
import type { CoreApp } from '../app.ts';
import { CREDENTIALS_CACHE_MS } from '../limits.ts';
import { key } from './schema.ts';
import type { Item } from './table.ts';
import { rememberTenant, tenantFrom, type Tenant } from './tenants.ts';

/** An API key as stored: of its secret only the SHA-256 (hex), which is enough because secrets are 256 random bits. */
export interface ApiKey {
  readonly apiKey: string;
  readonly tenant: string;
  readonly secretHash: string;
  readonly status: 'ACTIVE' | 'REVOKED';
  /** After a rotation the old key works until here (epoch ms). */
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

const API_KEY = /^svck_(?:live|test)_([0-9a-f]{32})_[0-9A-Za-z]{8,64}$/;

/** The tenant named inside an API key: a hint where to look, never a proof. */
function tenantIn(apiKey: string): string | undefined {
  return API_KEY.exec(apiKey)?.[1];
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const NOBODYS_HASH = hashOf('no such key');

interface Checked {
  readonly key: ApiKey;
  readonly tenant: Tenant;
  readonly until: number;
}

const cached = new WeakMap<object, Map<string, Checked>>();

/**
 * The tenant whose key pair this is; undefined for an unknown key, a wrong secret, a revoked or expired key, all of
 * them after the same work. One round trip, none while the key is cached (at most 60 s).
 */
export async function tenantWith(
  app: CoreApp,
  apiKey: string,
  apiSecret: string,
): Promise<Tenant | undefined> {
  const now = app.clock();
  const checked = await lookUpKey(app, apiKey, now);
  const right = sameHash(hashOf(apiSecret), checked?.key.secretHash ?? NOBODYS_HASH);
  if (!checked || !right || checked.key.status !== 'ACTIVE') return undefined;
  if (checked.key.expiresAt !== null && checked.key.expiresAt <= now) return undefined;
  return checked.tenant;
}

async function lookUpKey(app: CoreApp, apiKey: string, now: number): Promise<Checked | undefined> {
  const known = cached.get(app.memory)?.get(apiKey);
  if (known && known.until > now) return known;
  const named = tenantIn(apiKey);
  if (!named) return undefined;
  const [keyItem, tenantItem] = await app.table.getMany([key.apiKey(apiKey), key.tenant(named)], {
    consistent: false,
  });
  if (!keyItem || !tenantItem || keyItem.tenant !== named) return undefined;
  const checked = {
    key: apiKeyFrom(keyItem),
    tenant: tenantFrom(tenantItem),
    until: now + CREDENTIALS_CACHE_MS,
  };
  rememberTenant(app, checked.tenant);
  let keys = cached.get(app.memory);
  if (!keys) cached.set(app.memory, (keys = new Map<string, Checked>()));
  keys.set(apiKey, checked);
  return checked;
}

function apiKeyFrom(item: Item): ApiKey {
  const { apiKey, tenant, secretHash, status, expiresAt, createdAt } = item as unknown as ApiKey;
  return { apiKey, tenant, secretHash, status, expiresAt, createdAt };
}

export function apiKeyItem(apiKey: ApiKey): Item {
  return { ...key.apiKey(apiKey.apiKey), ...apiKey };
}

function sameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
}
