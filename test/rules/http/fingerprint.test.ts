import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../../lib/text/fingerprint.ts';
import { Redacted } from '../../../lib/text/redacted.ts';

describe('a fingerprint', () => {
  it('is the SHA-256 of the JSON with members sorted by name at every depth', () => {
    const json = '{"a":[{"x":1,"y":null}],"b":"ü"}';
    const wanted = createHash('sha256').update(json).digest('hex');
    expect(fingerprintOf({ b: 'ü', a: [{ y: null, x: 1 }], c: undefined })).toBe(wanted);
  });

  it('distinguishes an object from the list of its pairs', () => {
    expect(fingerprintOf({ a: 1 })).not.toBe(fingerprintOf([['a', 1]]));
  });

  it('never covers what is redacted', () => {
    const of = (cardNumber: string) => fingerprintOf({ card: new Redacted({ cardNumber }) });
    expect(of('5528790000000008')).toBe(of('4111111111111129'));
  });
});
