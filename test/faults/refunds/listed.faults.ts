import { expect, test } from 'vitest';
import { lineOfLists, walkLists } from './walk.ts';

test('refunds are made once, recorded, and never above the charge, under every fault, pair of faults and switch of the lists', async () => {
  const lines: string[] = [];
  const walked = await walkLists(false, (line) => lines.push(line));
  console.log([...lines, lineOfLists(walked)].join('\n'));
  expect(walked.wrong).toEqual([]);
  expect(walked.counts.scenarios).toBeGreaterThanOrEqual(800);
  expect(walked.counts.struck).toBeGreaterThanOrEqual(800);
  expect(walked.counts.kills).toBeGreaterThanOrEqual(250);
  expect(walked.counts.made).toBeGreaterThanOrEqual(1_000);
});
