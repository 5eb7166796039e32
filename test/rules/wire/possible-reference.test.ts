import { expect, it } from 'vitest';
import { isPossibleReference } from '../../../lib/text/clean-text.ts';

it.each(['a', 'a-b_c', '...', '.a', 'a.', 'x'.repeat(255)])(
  '%j may be a subscription’s reference',
  (text) => {
    expect(isPossibleReference(text)).toBe(true);
  },
);

it.each(['.', '..', 'x'.repeat(256), 'a\nb'])('%j cannot be a subscription’s reference', (text) => {
  expect(isPossibleReference(text)).toBe(false);
});
