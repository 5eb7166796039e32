import { expect, test } from 'vitest';
import { casesOf } from '../cases.ts';
import { playSeeds } from './drawn.ts';

const SEED = Number(process.env.SEED ?? 1);
const CASES = casesOf(60, 300);

test('refunds under faults and whatever the provider does are made once, recorded, and never above the charge', async () => {
  const played = await playSeeds(SEED, CASES);
  expect(played.violations).toEqual([]);
  expect(played.counts.made).toBeGreaterThanOrEqual(CASES / 2);
  expect(played.counts.struck).toBeGreaterThanOrEqual(CASES / 4);
  expect(played.counts.kills).toBeGreaterThanOrEqual(CASES / 20);
});
