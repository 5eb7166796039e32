import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../limits.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';

/** `all`: every endpoint. `read`: GET endpoints only. */
export const KEY_SCOPES = ['all', 'read'] as const;
/** The scope of a key pair. */
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A stored API key. Only the SHA-256 (hex) of its secret is stored; no salt is needed for 256 random bits. */
export interface ApiKey {
  readonly apiKey: string;
  readonly tenant: string;
  /** The tenant's label; may be empty. */
  readonly label: string;
  readonly scope: KeyScope;
  readonly secretHash: string;
  readonly status: 'ACTIVE' | 'REVOKED';
  /** After a rotation: until when the old key works (epoch ms). */
  readonly expiresAt: number | null;
  readonly createdAt: number;
  /** Who made it, by creating or rotating, and who ended it, by rotating or revoking; unknown in older records. */
  readonly createdBy: KeyActor | null;
  readonly endedBy: KeyActor | null;
}

/** Who acts on keys: a key pair, one of the tenant's people (`who`), or an operator. */
export interface KeyActor {
  readonly by: (typeof ACTORS)[number];
  readonly who: string | null;
}

const ACTORS = ['key', 'person', 'operator'] as const;

function actorIn(of: Fields | null): KeyActor | null {
  return of && { by: of.oneOf('by', ACTORS), who: of.textOrNull('who') };
}

/** A key without its secret's hash. */
export interface KeyInfo extends Omit<ApiKey, 'secretHash'> {
  /** The hour of its last use (epoch ms); null if never used. */
  readonly lastUsedAt: number | null;
}

const API_KEY = /^svck_(live|test)_([0-9a-f]{32})_[0-9A-Za-z]{8,64}$/;

/** The tenant named in an API key: only a hint for the look-up, never a proof. */
export function tenantInKey(apiKey: string): string | undefined {
  return API_KEY.exec(apiKey)?.[2];
}

/** The SHA-256 (hex) of an API secret. Secrets are 32 random bytes, so no salt is needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Parses an API key. Without a label it is empty; without a scope it is `all`. */
export function apiKeyFrom(item: Item): ApiKey {
  const of = fieldsOf(item);
  return {
    apiKey: of.text('apiKey'),
    tenant: of.text('tenant'),
    label: of.textOrNull('label') ?? '',
    scope: of.oneOfOrNull('scope', KEY_SCOPES) ?? 'all',
    secretHash: of.text('secretHash'),
    status: of.oneOf('status', ['ACTIVE', 'REVOKED']),
    expiresAt: of.numberOrNull('expiresAt'),
    createdAt: of.number('createdAt'),
    createdBy: actorIn(of.part('createdBy')),
    endedBy: actorIn(of.part('endedBy')),
  };
}

/** The item of a key pair. It is found by the key alone, and leads to the tenant. */
export function apiKeyItem(
  apiKey: Omit<ApiKey, 'label' | 'scope' | 'createdBy' | 'endedBy'> & Partial<ApiKey>,
): Item {
  const { createdBy = null, endedBy = null } = apiKey;
  return {
    ...key.apiKey(apiKey.apiKey),
    ...apiKey,
    createdBy: createdBy && { ...createdBy },
    endedBy: endedBy && { ...endedBy },
  };
}

/** Whether a key pair is valid at a moment (epoch ms). */
export function isLive({ status, expiresAt }: Pick<ApiKey, 'status' | 'expiresAt'>, now: number): boolean {
  return status === 'ACTIVE' && (expiresAt === null || expiresAt > now);
}

/** A key's state for display: an expired key counts as revoked. */
export function keyStateOf(
  one: Pick<ApiKey, 'status' | 'expiresAt'>,
  now: number,
): 'ACTIVE' | 'EXPIRING' | 'REVOKED' {
  if (!isLive(one, now)) return 'REVOKED';
  return one.expiresAt === null ? 'ACTIVE' : 'EXPIRING';
}

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
