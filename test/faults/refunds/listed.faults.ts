import { expect, test } from 'vitest';
import { AT_NIGHT } from '../cases.ts';
import { walkLists } from './walk.ts';

/** At night also the pairs and the late faults that the gate has no time for. */
const WHOLE = AT_NIGHT;

test('refunds are made once, recorded, and never above the charge, under every fault, pair of faults and switch of the lists', async () => {
  const walked = await walkLists(WHOLE);
  expect(walked.violations).toEqual([]);
  expect(walked.cases).toBeGreaterThanOrEqual(800);
  expect(walked.counts.struck).toBeGreaterThanOrEqual(800);
  expect(walked.counts.kills).toBeGreaterThanOrEqual(250);
  expect(walked.counts.made).toBeGreaterThanOrEqual(1_000);
});
