import { expect, test } from 'vitest';
import { play } from './case.ts';

/** In the gate; `run.ts` plays as many as are asked for. */
const SEEDS = 60;

test('refunds under faults and whatever the provider does are made once, recorded, and never above the charge', async () => {
  const wrong: string[] = [];
  const counts = { struck: 0, kills: 0, made: 0, asked: 0 };
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { violations, ...told } = await play(seed);
    wrong.push(...violations.map((one) => `seed ${seed}: ${one}`));
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += told[name];
  }
  expect(wrong).toEqual([]);
  expect(counts.made).toBeGreaterThanOrEqual(SEEDS / 2);
  expect(counts.struck).toBeGreaterThanOrEqual(SEEDS / 4);
  expect(counts.kills).toBeGreaterThanOrEqual(SEEDS / 20);
});
