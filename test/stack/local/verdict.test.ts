import { describe, expect, it } from 'vitest';
import { verdictOn } from '../../../local/console/page/verdict.ts';

describe('what the console says of a signature', () => {
  const headers = { 'x-svc-signature': 'sha256=00' };
  it.each([
    [true, headers, 'verified', 'good'],
    [false, headers, 'not verified', 'bad'],
    [false, {}, 'not verified', 'bad'],
    [null, headers, 'secret unknown', 'plain'],
    [null, {}, 'not signed', 'plain'],
  ])('%j, with the headers %j: %s', (verified, given, text, kind) => {
    expect(verdictOn({ verified, headers: given })).toEqual([text, kind]);
  });
});
