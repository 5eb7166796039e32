import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { Redacted } from '../../../lib/text/redacted.ts';
import { standardHeaders } from '../../../lib/webhooks/standard-webhooks.ts';

const NOW = () => Date.now();
const secretOf = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`;
const EVENT = 'an-event';

/** What the library of the Standard Webhooks specification makes of a delivery: its body, or the error's words. */
function verified(secret: string, body: string, headers: Record<string, string>, raw = false): unknown {
  try {
    return new Webhook(secret, raw ? { format: 'raw' } : undefined).verify(body, headers);
  } catch (error) {
    return (error as Error).message;
  }
}

const headersOf = (body: string, ...secrets: string[]) =>
  standardHeaders(
    { eventId: EVENT, signedAt: NOW(), body: Buffer.from(body) },
    secrets.map((secret) => new Redacted(secret)),
  );

describe('The Standard Webhooks headers', () => {
  it('are verified by the specification’s own library, whatever body and secret', () => {
    const keys = fc.uint8Array({ minLength: 24, maxLength: 64 });
    fc.assert(
      fc.property(fc.json(), keys, (body, key) => {
        const secret = secretOf(key);
        const headers = headersOf(body, secret);
        expect(verified(secret, body, headers)).toEqual(JSON.parse(body));
        expect(verified(secret, `${body} `, headers)).toBe('No matching signature found');
      }),
      { numRuns: 300 },
    );
  });

  it('have a signature by each secret during a rotation', () => {
    const [old, next, other] = [randomBytes(32), randomBytes(32), randomBytes(32)].map(secretOf);
    const headers = headersOf('{}', old!, next!);
    expect([old, next].map((secret) => verified(secret!, '{}', headers))).toEqual([{}, {}]);
    expect(verified(other!, '{}', headers)).toBe('No matching signature found');
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  });

  it('name the event, which stays the same, and the second of the attempt', () => {
    const headers = standardHeaders({ eventId: EVENT, signedAt: 1_999, body: Buffer.from('{}') }, []);
    expect(headers).toMatchObject({ 'webhook-id': EVENT, 'webhook-timestamp': '1' });
  });

  it('of a secret in the URL alphabet are verified by the same bytes in the standard one', () => {
    const bytes = Buffer.alloc(32, 0xfb);
    const older = `whsec_${bytes.toString('base64url')}`;
    expect(older).toMatch(/[-_]/);
    expect(verified(secretOf(bytes), '{}', headersOf('{}', older))).toEqual({});
  });

  it('of a secret that is no key of that specification are verified by its text', () => {
    expect(verified('whsec_new', '{}', headersOf('{}', 'whsec_new'), true)).toEqual({});
  });
});
