import { describe, expect, it } from 'vitest';
import { problemInTurkish } from '../../lib/console/problems-in-turkish.ts';
import { problemsIn } from './problems.ts';

describe('what is wrong with a field', () => {
  const problems = problemsIn();

  it.each([
    ['lib/wire/list.ts', 'names no item of this list'],
    ['lib/wire/identifiers.ts', 'mutually exclusive with the other'],
    ['lib/wire/read.ts', 'must be at most 7 characters'],
    ['lib/wire/read.ts', 'must have at least 7 of them'],
    ['lib/wire/read.ts', 'must be an amount such as 49.90, with at most two decimals'],
    ['lib/wire/time.ts', 'must be a time that exists'],
    ['lib/http/idempotency.ts', 'must be 1 to 255 visible ASCII characters'],
    ['lib/invoicing/document-tasks.ts', 'must not be later than today'],
  ])('is found in the source: in %s, that it %s', (file, message) => {
    const found = problems.filter(({ at }) => at.startsWith(`${file}:`)).map((one) => one.message);
    expect(found).toContain(message);
  });

  it('has words in Turkish, wherever it is found', () => {
    const amount = (message: string) => message.replaceAll(/\b7\b/g, '7.00');
    const unsaid = problems.filter(
      ({ message }) => (problemInTurkish(message) ?? problemInTurkish(amount(message))) === undefined,
    );
    expect(unsaid).toEqual([]);
  });

  it('keeps what an amount is at most', () => {
    expect(problemInTurkish('must be at most 1250.50')).toBe('En çok 1250,50 olabilir.');
  });
});
