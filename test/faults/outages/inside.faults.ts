import { expect, test } from 'vitest';
import { AT_NIGHT, casesOf } from '../cases.ts';
import { INSIDE_OUTAGES } from './kinds.ts';
import { tallied } from './case.ts';

const FIRST_SEED = 1;
const SEEDS = casesOf(4, 20);

/** These fail messages five times over, so that they become dead letters. */
const KILLS_MESSAGES = ['table, writes', 'table, 80 %', 'KMS'];

/*
 * The bar: whatever happened is told as one event and taken at most three minutes after the outage. By what
 * reliability.md lets wait, that counts from when the service could first know: from a look at an open form (2, 10 and 30
 * minutes after it was opened) where no browser came back, and from two hours past its time for a renewal of which the
 * provider's notification was never taken. A direct charge without an answer is on record by then too, since its look-up
 * runs each minute; that it never happened is believed after 15 minutes, and brings no event.
 */
test.each(INSIDE_OUTAGES.map((outage) => [outage.name, outage] as const))(
  'an outage of 30 minutes delays work and loses nothing: %s',
  async (name, outage) => {
    const tally = await tallied(outage, FIRST_SEED, SEEDS);
    expect(tally.violations).toEqual([]);
    expect(tally.cases).toBe(SEEDS);
    expect(tally.counts.struck).toBeGreaterThanOrEqual(SEEDS * 15);
    expect(tally.counts.touched).toBeGreaterThanOrEqual(SEEDS * 2);
    expect(tally.counts.requests).toBeGreaterThanOrEqual(SEEDS * 45);
    if (!name.startsWith('queue')) expect(tally.counts.refused).toBeGreaterThanOrEqual(SEEDS * 15);
    if (AT_NIGHT && KILLS_MESSAGES.includes(name)) expect(tally.counts.revived).toBeGreaterThanOrEqual(5);
  },
);
