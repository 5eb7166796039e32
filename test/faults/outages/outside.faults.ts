import { expect, test } from 'vitest';
import { casesOf } from '../cases.ts';
import { OUTSIDE_OUTAGES } from './kinds.ts';
import { tallied } from './case.ts';

const FIRST_SEED = 101;
const SEEDS = casesOf(4, 20);
/** While nobody answers at an account, one of its documents tries in turn and the others make no call at all. */
const STRUCK_MIN = (name: string) => SEEDS * (name === 'invoicing unreachable' ? 7 : 15);

/*
 * The bar is that of the outages inside. An event whose receiver was out for longer than its eleven attempts, 60 seconds
 * apart, is EXHAUSTED by then, which the specification wants; it is kept, and has three minutes from its replay by an
 * operator. Invoices need no event: each paid order has its one document in the end, however long an unsettled request
 * has to be waited for.
 */
test.each(OUTSIDE_OUTAGES.map((outage) => [outage.name, outage] as const))(
  'an outage of 30 minutes delays work and loses nothing: %s',
  async (name, outage) => {
    const tally = await tallied(outage, FIRST_SEED, SEEDS);
    expect(tally.violations).toEqual([]);
    expect(tally.cases).toBe(SEEDS);
    expect(tally.counts.touched).toBeGreaterThanOrEqual(SEEDS * 4);
    expect(tally.counts.requests).toBeGreaterThanOrEqual(SEEDS * 45);
    if (outage.receiver) expect(tally.counts.replayed).toBeGreaterThanOrEqual(SEEDS * 5);
    else expect(tally.counts.replayed).toBe(0);
    if (!outage.receiver && !outage.providerFails)
      expect(tally.counts.struck).toBeGreaterThanOrEqual(STRUCK_MIN(name));
    if (name.startsWith('provider')) expect(tally.counts.refused).toBeGreaterThanOrEqual(SEEDS * 10);
  },
);
