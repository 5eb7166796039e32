import { describe, expect, test, vi } from 'vitest';
import { sign } from '../../../lib/webhooks/destination.ts';
import { Redacted } from '../../../lib/text/redacted.ts';

describe('X-Svc-Signature', () => {
  test('equals the published test vector', () => {
    const secret = new Redacted("It's a Secret to Everybody");
    expect(sign(Buffer.from('Hello, World!'), secret)).toBe(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });

  test('reads a secret once, however many bodies it signs', () => {
    const secret = new Redacted('one');
    const reveal = vi.spyOn(secret, 'reveal');
    for (const body of ['1', '2', '3']) sign(Buffer.from(body), secret);
    expect(reveal).toHaveBeenCalledOnce();
  });
});
