import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Redacted } from '../text/redacted.ts';

/** A delivery as the Standard Webhooks specification sees it; `signedAt` is epoch ms. */
interface Message {
  readonly eventId: string;
  readonly signedAt: number;
  readonly body: Buffer;
}

/** The headers of https://www.standardwebhooks.com; during a rotation there is a signature by each secret. */
export function standardHeaders(
  { eventId, signedAt, body }: Message,
  secrets: readonly Redacted<string>[],
): Record<string, string> {
  const timestamp = String(Math.floor(signedAt / 1000));
  const signatureBy = (secret: Redacted<string>) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${eventId}.${timestamp}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  };
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureBy).join(' '),
  };
}

/** A key lives as long as the decrypted secret it was made from. */
const keys = new WeakMap<Redacted<string>, KeyObject>();

function keyOf(secret: Redacted<string>): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const made = createSecretKey(keyBytes(secret.reveal()));
  keys.set(secret, made);
  return made;
}

/** By that specification a key has 24 to 64 bytes. */
const KEY_MIN_BYTES = 24;

/** The bytes that a secret stands for: `whsec_` and base64, of either alphabet, or else its text. */
function keyBytes(secret: string): Buffer {
  const [, encoded] = /^whsec_([\w+/-]+={0,2})$/.exec(secret) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  return bytes.length < KEY_MIN_BYTES ? Buffer.from(secret) : bytes;
}
