import { expect, test } from 'vitest';
import { compare, lineOf } from './compare.ts';

const SEED = Number(process.env.SEED ?? 1);
const CHANGES = Number(process.env.CASES ?? 1_000);

test('a plan change charges what its preview says, to the kuruş, or the preview has said that it cannot know', async () => {
  const compared = await compare(SEED, CHANGES);
  console.log(lineOf(SEED, compared));
  expect(compared.wrong).toEqual([]);
  expect(compared.nextPayments).toBeGreaterThan(CHANGES / 10);
});
