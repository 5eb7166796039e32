import { describe, expect, it } from 'vitest';
import { Attempts } from '../../../bench/mutation/attempts.ts';

/** What the attempts of a test find, which passes or fails as said, with the mutants it reaches. */
function findings(reached: readonly string[], passes: readonly boolean[], timedOut = false, hits = 1) {
  const attempts = new Attempts();
  const found = passes.map((passed) => attempts.ended({ passed, timedOut, hits }, () => reached));
  return { found, next: attempts.current };
}

describe('the attempts of a test', () => {
  it('begin without a mutant, and a test that fails so is not asked about any', () => {
    expect(new Attempts().current).toEqual({ is: 'clean' });
    expect(findings(['1'], [false])).toEqual({ found: [{ is: 'failed' }], next: undefined });
  });

  it('go through every mutant that it reaches, and end', () => {
    expect(findings(['1', '2'], [true, true]).next).toEqual({ is: 'mutant', mutant: '2' });
    expect(findings(['1', '2'], [true, true, true])).toEqual({
      found: [undefined, { is: 'tried', mutant: '1' }, { is: 'tried', mutant: '2' }],
      next: undefined,
    });
  });

  it('miss a mutant that they do not come by again, since it takes effect once in a process', () => {
    expect(findings(['1'], [true, true], false, 0).found).toEqual([undefined, { is: 'missed', mutant: '1' }]);
  });

  it('count a mutant as noticed only when the test passes again without it', () => {
    expect(findings(['1', '2'], [true, false]).next).toEqual({ is: 'again', mutant: '1', timedOut: false });
    expect(findings(['1', '2'], [true, false, true])).toEqual({
      found: [undefined, undefined, { is: 'killed', mutant: '1' }],
      next: { is: 'mutant', mutant: '2' },
    });
    expect(findings(['1'], [true, false, true], true).found[2]).toEqual({ is: 'timed out', mutant: '1' });
  });

  it('end where it does not pass again, and tell what it reaches besides', () => {
    expect(findings(['1', '2'], [true, false, false])).toEqual({
      found: [undefined, undefined, { is: 'worn', mutant: '1', unasked: ['2'] }],
      next: undefined,
    });
  });
});
