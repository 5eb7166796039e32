import { expect, test } from 'vitest';
import { lineOf, playSeeds } from './seeds.ts';

const SEED = Number(process.env.SEED ?? 1);
const CASES = Number(process.env.CASES ?? 60);

test('refunds under faults and whatever the provider does are made once, recorded, and never above the charge', async () => {
  const played = await playSeeds(SEED, CASES);
  console.log(lineOf(SEED, played));
  expect(played.wrong).toEqual([]);
  expect(played.made).toBeGreaterThanOrEqual(CASES / 2);
  expect(played.struck).toBeGreaterThanOrEqual(CASES / 4);
  expect(played.kills).toBeGreaterThanOrEqual(CASES / 20);
});
