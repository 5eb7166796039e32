import { expect, it } from 'vitest';
import { CUSTOMER_KINDS } from '../../../lib/messages/kinds.ts';
import { casesOf } from '../cases.ts';
import { lineOf, takeWalks } from './report.ts';

const FIRST = 1;

it('no message of a random walk contradicts what is so when it is handed over, comes twice for a cause, or is lost', async () => {
  const count = casesOf(60, 1_000);
  const tally = await takeWalks(FIRST, count, { isOfMessages: true });
  console.log(lineOf('walks of messages', FIRST, tally));
  expect(tally.wrong).toEqual([]);
  expect(tally.walks).toBe(count);
  const judged = Object.entries(tally.told).filter(([kind]) => CUSTOMER_KINDS.some((one) => one === kind));
  expect(judged.reduce((sum, [, times]) => sum + times, 0)).toBeGreaterThan(count);
  for (const kind of [
    'payment_failed',
    'payment_recovered',
    'cancelled',
    'undone',
    'invoice_ready',
    'refunded',
  ])
    expect(tally.told[kind], kind).toBeGreaterThan(0);
  for (const why of ['paid', 'cancelled', 'undone', 'no_longer_true', 'one_a_day', 'refused'])
    expect(tally.told[`dropped ${why}`], why).toBeGreaterThan(0);
});
