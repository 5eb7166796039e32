import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SECONDS } from './longest-first.ts';

it('the files that are begun first because they take longest are there under these names', () => {
  const files = Object.keys(SECONDS).map((name) => name.split(' ')[1] ?? '');
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
});
