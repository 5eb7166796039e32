import { expect, test } from 'vitest';
import { kept } from '../../lib/delivery/answer.ts';

test('an answer of up to 1 KB is kept whole', () => {
  expect(kept('')).toBe('');
  expect(kept('a'.repeat(1024))).toBe('a'.repeat(1024));
});

test('a longer answer is kept up to 1 KB', () => {
  expect(kept('a'.repeat(1025))).toBe('a'.repeat(1024));
});

test.each(['é', '€', '🙂'])('what is kept never ends inside a character (%s)', (character) => {
  for (let before = 1015; before <= 1026; before++) {
    const text = 'a'.repeat(before) + character.repeat(20);
    const part = kept(text);
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1024);
    expect(Buffer.byteLength(part)).toBeGreaterThan(1020);
    expect(text.startsWith(part)).toBe(true);
  }
});
