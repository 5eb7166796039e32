import { createHash } from 'node:crypto';

/**
 * SHA-256 (hex) of a value's JSON with its members sorted, so that it does not depend on how the value was written.
 * Undefined members count as absent; of a `Redacted` value only its presence counts.
 */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('hex');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members);
}
