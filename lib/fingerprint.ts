import { createHash } from 'node:crypto';

/**
 * SHA-256 (hex) of a value's JSON, members in the order of their names, so that the same thing asked twice is known
 * however it was written. Members that are undefined count as absent; what is `Redacted` counts by its presence alone.
 */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('hex');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members);
}
