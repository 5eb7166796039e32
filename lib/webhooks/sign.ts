import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Redacted } from '../redacted.ts';

/** Making a key costs more than signing with it. A key lives as long as the opened secret it was made from. */
const keys = new WeakMap<Redacted<string>, KeyObject>();

/** `sha256=` and the hex HMAC-SHA256 of the very bytes that are sent. */
export function sign(body: Buffer, secret: Redacted<string>): string {
  return `sha256=${createHmac('sha256', keyOf(secret)).update(body).digest('hex')}`;
}

function keyOf(secret: Redacted<string>): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const made = createSecretKey(Buffer.from(secret.reveal()));
  keys.set(secret, made);
  return made;
}
