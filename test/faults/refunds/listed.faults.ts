import { expect, test } from 'vitest';
import { walkLists } from './walk.ts';

/** `WHOLE=1` plays, by hand, also the pairs and the late faults that the gate has no time for. */
const WHOLE = process.env.WHOLE === '1';

test('refunds are made once, recorded, and never above the charge, under every fault, pair of faults and switch of the lists', async () => {
  const walked = await walkLists(WHOLE);
  expect(walked.violations).toEqual([]);
  expect(walked.cases).toBeGreaterThanOrEqual(800);
  expect(walked.counts.struck).toBeGreaterThanOrEqual(800);
  expect(walked.counts.kills).toBeGreaterThanOrEqual(250);
  expect(walked.counts.made).toBeGreaterThanOrEqual(1_000);
});
