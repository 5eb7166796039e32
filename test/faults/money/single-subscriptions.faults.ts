import { expect, test } from 'vitest';
import { FLOWS, PURCHASES } from './flows.ts';
import { playSingles } from './singles.ts';

const flows = FLOWS.slice(PURCHASES);

test('one fault at any outside call of a cancellation or a renewal causes no double charge and loses no subscriber, whatever the client does', async () => {
  const tally = await playSingles(flows);
  tally.print('money, single faults, cancellations and renewals', 'none');
  expect(tally.violations).toEqual([]);
  expect(tally.cases).toBeGreaterThanOrEqual(1_600);
  expect(tally.counts.struck).toBe(tally.cases - flows.length);
  expect(tally.counts.kills).toBeGreaterThanOrEqual(700);
  expect(tally.counts.charges).toBeGreaterThanOrEqual(2_500);
});
