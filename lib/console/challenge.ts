import { createHmac, timingSafeEqual } from 'node:crypto';
import { CONSOLE } from '../limits.ts';
import type { CoreApp } from '../runtime/app.ts';
import { readChallengeKey } from '../table/people/challenge-key.ts';
import { key } from '../table/schema.ts';
import type { Change } from '../table/table.ts';
import { secretHashOf } from '../table/tenants/keys.ts';

/** What a challenge is answered for: a sign-in by whoever it is, an invitation, or an act of a session; by the hash of its secret. */
export type ChallengeUse =
  | { readonly for: 'sign-in' }
  | { readonly for: 'invitation'; readonly hash: string }
  | { readonly for: 'new-passkey' | 'proof'; readonly hash: string };

/** The bytes of a challenge: when it was made (epoch ms), random ones, and the proof that we have made it. */
const BYTES = { time: 6, random: 32, proof: 32 } as const;
const SIGNED = BYTES.time + BYTES.random;

/** A fresh challenge for a passkey, base64url. It can be answered for this use alone, as `OwnChallenge` verifies. */
export async function newChallenge(app: CoreApp, use: ChallengeUse): Promise<string> {
  const time = Buffer.alloc(BYTES.time);
  time.writeUIntBE(app.clock(), 0, BYTES.time);
  const made = Buffer.concat([time, Buffer.from(app.newSecret(), 'base64url')]);
  // Before anybody was invited nobody has a passkey that could answer.
  const secret = (await readChallengeKey(app)) ?? app.newSecret();
  return Buffer.concat([made, proofOf(secret, use, made)]).toString('base64url');
}

const proofOf = (secret: string, use: ChallengeUse, made: Buffer): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(`${use.for} ${'hash' in use ? use.hash : ''} `)
    .update(made)
    .digest();

/** A challenge that we have made, for this use and not long ago; it can be made by `verified` alone. */
export class OwnChallenge {
  readonly text: string;
  readonly #until: number;

  private constructor(text: string, until: number) {
    this.text = text;
    this.#until = until;
  }

  /** The challenge that a browser brings; undefined if it is none of ours, for something else, too old, or from the future. */
  static async verified(app: CoreApp, text: string, use: ChallengeUse): Promise<OwnChallenge | undefined> {
    const bytes = Buffer.from(text, 'base64url');
    const secret = await readChallengeKey(app);
    if (bytes.length !== SIGNED + BYTES.proof || secret === undefined) return undefined;
    const made = bytes.subarray(0, SIGNED);
    if (!timingSafeEqual(bytes.subarray(SIGNED), proofOf(secret, use, made))) return undefined;
    const madeAt = made.readUIntBE(0, BYTES.time);
    const until = madeAt + CONSOLE.challengeMs;
    const isOpen = madeAt <= app.clock() && app.clock() < until && bytes.toString('base64url') === text;
    return isOpen ? new OwnChallenge(text, until) : undefined;
  }

  /** Uses it up, in the transaction of what it is answered for. */
  usedUp(tenant: string): Change {
    const ttl = Math.ceil(this.#until / 1000);
    return {
      put: { ...key.answeredChallenge(tenant, secretHashOf(this.text)), ttl },
      if: [{ absent: true }],
    };
  }
}
