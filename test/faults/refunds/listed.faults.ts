import { expect, test } from 'vitest';
import { walkLists } from './walk.ts';

test('refunds are made once, recorded, and never above the charge, under every fault, pair of faults and switch of the lists', async () => {
  const walked = await walkLists(false, () => undefined);
  expect(walked.violations).toEqual([]);
  expect(walked.cases).toBeGreaterThanOrEqual(800);
  expect(walked.counts.struck).toBeGreaterThanOrEqual(800);
  expect(walked.counts.kills).toBeGreaterThanOrEqual(250);
  expect(walked.counts.made).toBeGreaterThanOrEqual(1_000);
});
