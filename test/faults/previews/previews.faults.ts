import { expect, test } from 'vitest';
import { casesOf } from '../cases.ts';
import { Report } from '../report.ts';
import { PlanChanges } from './plan-changes.ts';

const SEED = Number(process.env.SEED ?? 1);
const CHANGES = casesOf(300, 1_000);

test('a plan change charges what its preview says, to the kuruş, or the preview has said that it cannot know', async () => {
  const tally = new Report('changes', 'unknowable', 'nextPayments');
  for (let seed = SEED; tally.counts.changes < CHANGES; seed++) {
    const compared = await PlanChanges.play(seed);
    tally.add(`seed ${seed}`, compared, compared.wrong);
  }
  tally.print('previews', SEED);
  expect(tally.violations).toEqual([]);
  expect(tally.counts.nextPayments).toBeGreaterThan(CHANGES / 10);
});
