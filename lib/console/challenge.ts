import { CONSOLE } from '../limits.ts';
import type { CoreApp } from '../runtime/app.ts';

/** The bytes of a challenge that tell when it was made (epoch ms). */
const TIME_BYTES = 6;

/**
 * A fresh challenge for a passkey, base64url: the time and 256 random bits. It is kept in the browser's cookie alone: a
 * passkey signs it, so nobody can make an old answer look new, and an answered one is noted (`sign-in.ts`).
 */
export function newChallenge(app: Pick<CoreApp, 'clock' | 'newSecret'>): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(app.clock(), 0, TIME_BYTES);
  return Buffer.concat([time, Buffer.from(app.newSecret(), 'base64url')]).toString('base64url');
}

/** Until when a challenge may be answered (epoch ms); undefined if it is none of ours, too old, or from the future. */
export function answerableUntil(challenge: string, now: number): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== TIME_BYTES + 32 || bytes.toString('base64url') !== challenge) return undefined;
  const madeAt = bytes.readUIntBE(0, TIME_BYTES);
  const until = madeAt + CONSOLE.challengeMs;
  return madeAt <= now && now < until ? until : undefined;
}
