import { listOf, number, oneOf, orElse, orNull, part, record, text, type TypeOf } from '../record.ts';
import { RIGHTS } from './rights.ts';

/** The kinds of those who act on keys. */
export const KEY_ACTORS = ['key', 'person', 'operator'] as const;

const KEY_ACTOR = part({
  by: oneOf(KEY_ACTORS),
  who: orNull(text),
  /** Of a person, whose name another may have later. */
  personId: orNull(text),
});
/** Who acts on keys: a key pair or one of the tenant's people (`who`: the key, or the name), or an operator. */
export type KeyActor = TypeOf<typeof KEY_ACTOR>;

/** A stored API key. Only the SHA-256 (hex) of its secret is stored; no salt is needed for 256 random bits. */
export const API_KEY = record('key', {
  apiKey: text,
  tenant: text,
  /** The tenant's label; may be empty. */
  label: orElse(text, ''),
  rights: listOf(oneOf(RIGHTS)),
  secretHash: text,
  status: oneOf(['ACTIVE', 'REVOKED']),
  /** After a rotation: until when the old key works (epoch ms). */
  expiresAt: orNull(number),
  createdAt: number,
  /** Who made it, by creating or rotating. */
  createdBy: KEY_ACTOR,
  /** Who ended it, by rotating or revoking; null while it is live. */
  endedBy: orNull(KEY_ACTOR),
});
/** An API key. */
export type ApiKey = TypeOf<typeof API_KEY>;

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
    createdBy.personId === personId || (createdBy.by === 'key' && from.has(createdBy.who ?? ''));
  const oldestFirst = keys.toSorted((a, b) => a.createdAt - b.createdAt);
  for (let known = -1; known < from.size;) {
    known = from.size;
    for (const one of oldestFirst) if (isFrom(one)) from.add(one.apiKey);
  }
  return keys.filter((one) => from.has(one.apiKey) && isLive(one, now));
}
