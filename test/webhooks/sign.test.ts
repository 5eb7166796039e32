import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { sign } from '../../lib/webhooks/destination.ts';
import { Redacted } from '../../lib/text/redacted.ts';

const SEED = 13;
const CASES = 1_000;
const BLOCK_BYTES = 64;

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** HMAC as RFC 2104 words it, from the hash alone. */
function hmac(secret: string, body: Uint8Array): string {
  const bytes = Buffer.from(secret);
  const block = Buffer.alloc(BLOCK_BYTES);
  (bytes.length > BLOCK_BYTES ? sha256(bytes) : bytes).copy(block);
  const inner = sha256(
    block.map((byte) => byte ^ 0x36),
    body,
  );
  return sha256(
    block.map((byte) => byte ^ 0x5c),
    inner,
  ).toString('hex');
}

describe('X-Svc-Signature', () => {
  test('equals the published test vector', () => {
    const secret = new Redacted("It's a Secret to Everybody");
    expect(sign(Buffer.from('Hello, World!'), secret)).toBe(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });

  test('is the HMAC of any body with any secret, and differs if the body differs in one bit', () => {
    const bodies = fc.uint8Array({ minLength: 1, maxLength: 2_000 });
    const secrets = fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' });
    const { numRuns, counterexample, failed } = fc.check(
      fc.property(bodies, secrets, fc.nat(), (body, secret, n) => {
        const signature = sign(Buffer.from(body), new Redacted(secret));
        expect(signature).toBe(`sha256=${hmac(secret, body)}`);
        const bit = n % (body.length * 8);
        body[bit >> 3]! ^= 1 << (bit & 7);
        expect(sign(Buffer.from(body), new Redacted(secret))).not.toBe(signature);
      }),
      { seed: SEED, numRuns: CASES },
    );
    console.log(
      `signatures: seed ${SEED}, ${numRuns} cases, ${2 * numRuns} signatures, ${Number(failed)} violations`,
    );
    expect({ failed, numRuns, counterexample }).toEqual({
      failed: false,
      numRuns: CASES,
      counterexample: null,
    });
  });

  test('is the same whenever a secret is used again, and different for each secret', () => {
    const [one, other] = [new Redacted('one'), new Redacted('other')];
    const body = Buffer.from('{}');
    expect(sign(body, one)).toBe(sign(body, one));
    expect(sign(body, one)).not.toBe(sign(body, other));
  });

  test('reads a secret once, however many bodies it signs', () => {
    const secret = new Redacted('one');
    const reveal = vi.spyOn(secret, 'reveal');
    for (const body of ['1', '2', '3']) sign(Buffer.from(body), secret);
    expect(reveal).toHaveBeenCalledOnce();
  });
});
