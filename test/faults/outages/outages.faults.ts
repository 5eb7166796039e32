import { expect, test } from 'vitest';
import { AT_NIGHT, casesOf } from '../cases.ts';
import { INSIDE_OUTAGES, OUTSIDE_OUTAGES, type Outage } from './kinds.ts';
import { tallied } from './outage.ts';

const SEEDS = casesOf(4, 20);

/** These fail messages five times over, so that they become dead letters; what they were about is told all the same. */
const KILLS_MESSAGES = ['table, writes', 'table, 80 %', 'KMS'];

/*
 * The bar: whatever happened is told as one event and taken at most three minutes after the outage. By what
 * reliability.md lets wait, that counts from when the service could first know. An event whose receiver was out for longer than
 * its eleven attempts is EXHAUSTED by then, which the specification wants; it has three minutes from its replay.
 */
test.each([...INSIDE_OUTAGES, ...OUTSIDE_OUTAGES].map((outage, nth) => [outage.name, outage, nth] as const))(
  'an outage of 30 minutes delays work and loses nothing: %s',
  async (_, outage: Outage, nth) => {
    const { counts, violations, cases } = await tallied(outage, 1 + 100 * nth, SEEDS);
    expect(violations).toEqual([]);
    expect(cases).toBe(SEEDS);
    expect(counts.told).toBeGreaterThanOrEqual(SEEDS * 20);
    expect(counts.touched).toBeGreaterThanOrEqual(SEEDS * 2);
    if (outage.receiver) expect(counts.replayed).toBeGreaterThanOrEqual(SEEDS * 5);
    else expect(counts.replayed).toBe(0);
    expect(counts.requests).toBeGreaterThanOrEqual(SEEDS * 45);
    const isCallStruck = !outage.receiver && !outage.providerFails;
    // While nobody answers at an account, one of its documents tries in turn and the others make no call at all.
    if (isCallStruck)
      expect(counts.struck).toBeGreaterThanOrEqual(
        SEEDS * (outage.name === 'invoicing unreachable' ? 4 : 15),
      );
    if (!outage.receiver && !/^(queue|invoicing)/.test(outage.name))
      expect(counts.refused).toBeGreaterThanOrEqual(SEEDS * 15);
    if (AT_NIGHT && KILLS_MESSAGES.includes(outage.name)) expect(counts.dead).toBeGreaterThanOrEqual(5);
  },
);
