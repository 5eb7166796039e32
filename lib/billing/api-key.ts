import type { Right } from './rights.ts';

/** A stored API key. Only the SHA-256 (hex) of its secret is stored; no salt is needed for 256 random bits. */
export interface ApiKey {
  readonly apiKey: string;
  readonly tenant: string;
  /** The tenant's label; may be empty. */
  readonly label: string;
  readonly rights: readonly Right[];
  readonly secretHash: string;
  readonly status: 'ACTIVE' | 'REVOKED';
  /** After a rotation: until when the old key works (epoch ms). */
  readonly expiresAt: number | null;
  readonly createdAt: number;
  /** Who made it, by creating or rotating, and who ended it, by rotating or revoking; unknown in older records. */
  readonly createdBy: KeyActor | null;
  readonly endedBy: KeyActor | null;
}

/** Who acts on keys: a key pair or one of the tenant's people (`who`: the key, or the name), or an operator. */
export interface KeyActor {
  readonly by: (typeof KEY_ACTORS)[number];
  readonly who: string | null;
  /** Of a person, whose name another may have later. */
  readonly personId: string | null;
}

/** The kinds of those who act on keys. */
export const KEY_ACTORS = ['key', 'person', 'operator'] as const;

/** A key without its secret's hash. */
export interface KeyInfo extends Omit<ApiKey, 'secretHash'> {
  /** The hour of its last use (epoch ms); null if never used. */
  readonly lastUsedAt: number | null;
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

/** The live keys that come from a person: made by them, or by keys that do. */
export function keysFrom(personId: string, keys: readonly KeyInfo[], now: number): readonly KeyInfo[] {
  const from = new Set<string>();
  const isFrom = ({ createdBy }: KeyInfo) =>
    createdBy?.personId === personId || (createdBy?.by === 'key' && from.has(createdBy.who ?? ''));
  const oldestFirst = keys.toSorted((a, b) => a.createdAt - b.createdAt);
  for (let known = -1; known < from.size;) {
    known = from.size;
    for (const one of oldestFirst) if (isFrom(one)) from.add(one.apiKey);
  }
  return keys.filter((one) => from.has(one.apiKey) && isLive(one, now));
}
