import { createHash } from 'node:crypto';
import { HOUR_MS } from '../limits.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';
import type { Item, Put } from './table.ts';

/** `all` may call every endpoint, `read` only those that are asked with GET. */
export const KEY_SCOPES = ['all', 'read'] as const;
/** What a key pair may do. */
export type KeyScope = (typeof KEY_SCOPES)[number];

/** An API key as stored: of its secret only the SHA-256 (hex), which is enough because secrets are 256 random bits. */
export interface ApiKey {
  readonly apiKey: string;
  readonly tenant: string;
  /** What the tenant calls it; empty where it has no name. */
  readonly label: string;
  readonly scope: KeyScope;
  readonly secretHash: string;
  readonly status: 'ACTIVE' | 'REVOKED';
  /** After a rotation the old key works until here (epoch ms). */
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

/** A key without anything of its secret. */
export interface KeyInfo extends Omit<ApiKey, 'secretHash'> {
  /** The beginning of the hour of its last use (epoch ms); null where it was never used. */
  readonly lastUsedAt: number | null;
}

const API_KEY = /^svck_(live|test)_([0-9a-f]{32})_[0-9A-Za-z]{8,64}$/;

/** The tenant named inside an API key: a hint where to look, never a proof. */
export function tenantInKey(apiKey: string): string | undefined {
  return API_KEY.exec(apiKey)?.[2];
}

/** The kind of a key, which its text says. */
export function modeOf(apiKey: string): 'live' | 'test' {
  return API_KEY.exec(apiKey)?.[1] === 'live' ? 'live' : 'test';
}

/**
 * The SHA-256 of an API secret, in hex: all that is stored of it. Secrets are random 32 bytes, so no salt is
 * needed.
 */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A key that has no label or scope has no name and may do everything. */
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
  };
}

/** The item of a key pair, found by the key alone: it is how a request finds its tenant. */
export function apiKeyItem(apiKey: Omit<ApiKey, 'label' | 'scope'> & Partial<ApiKey>): Item {
  return { ...key.apiKey(apiKey.apiKey), ...apiKey };
}

/** Whether a pair lets its tenant in at an instant (epoch ms). */
export function isLive({ status, expiresAt }: Pick<ApiKey, 'status' | 'expiresAt'>, now: number): boolean {
  return status === 'ACTIVE' && (expiresAt === null || expiresAt > now);
}

/** How a key stands for those who are shown it: what has ended is the same as revoked. */
export function keyStateOf(
  one: Pick<ApiKey, 'status' | 'expiresAt'>,
  now: number,
): 'ACTIVE' | 'EXPIRING' | 'REVOKED' {
  if (!isLive(one, now)) return 'REVOKED';
  return one.expiresAt === null ? 'ACTIVE' : 'EXPIRING';
}

/** The hour of a key's last use (epoch ms); null where it was never used. */
export function lastUseFrom(item: Item | undefined): number | null {
  return item ? fieldsOf(item).number('lastUsedAt') : null;
}

/**
 * Notes the hour in which a key is used; undefined where it is noted already. Whoever notes it second meets a Conflict.
 */
export function keyUsed(
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
