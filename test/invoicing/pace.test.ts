import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCT_LIMIT } from '../../lib/acct/acct.ts';
import type { CALLS_OF } from '../../lib/invoicing/pace.ts';
import { admitCall, blocked, takeTurn, UNHURRIED, type Pace } from '../../lib/invoicing/pace.ts';

const SECOND = 1_000;
const NOW = Date.UTC(2026, 0, 15);

/** Asks for so many calls at once; answers how long each has to wait. */
function ask(pace: Pace, now: number, times: number) {
  const waits: number[] = [];
  for (let time = 0; time < times; time++) {
    const { pace: next, waitMs } = admitCall(pace, now);
    pace = next;
    waits.push(waitMs);
  }
  return { pace, waits };
}

describe('Calls to the invoicing provider', () => {
  it('go out at once up to its limit; the next one when the first has left the window', () => {
    const { waits, pace } = ask(UNHURRIED, NOW, 11);
    expect(waits).toEqual([...Array.from({ length: 10 }, () => 0), 10_500]);
    expect(admitCall(pace, NOW + 10_499).waitMs).toBe(1);
    expect(admitCall(pace, NOW + 10_500).waitMs).toBe(0);
  });

  it('never are more than ten in ten seconds, however they are asked for and delayed on the way', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 20, maxLength: 120 });
    const delay = fc.integer({ min: 0, max: 500 });
    let fullWindows = 0;
    fc.assert(
      fc.property(gaps, fc.infiniteStream(delay), (between, delays) => {
        let pace = UNHURRIED;
        let now = NOW;
        const arrived: number[] = [];
        for (const gap of between) {
          now += gap;
          const asked = admitCall(pace, now);
          pace = asked.pace;
          const [late = 0] = [...delays.take(1)];
          if (asked.waitMs === 0) arrived.push(now + late);
        }
        arrived.sort((a, b) => a - b);
        const inWindow = arrived.map(
          (from) => arrived.filter((at) => at >= from && at < from + ACCT_LIMIT.windowMs).length,
        );
        fullWindows += inWindow.filter((count) => count === ACCT_LIMIT.calls).length;
        expect(Math.max(0, ...inWindow)).toBeLessThanOrEqual(ACCT_LIMIT.calls);
      }),
      { seed: 20260115, numRuns: 200 },
    );
    expect(fullWindows).toBeGreaterThan(50);
  });

  it('wait for as long as the provider asks for, and no shorter pause takes that back', () => {
    const pace = blocked(blocked(UNHURRIED, NOW, 30 * SECOND), NOW, SECOND);
    expect(admitCall(pace, NOW + 10 * SECOND).waitMs).toBe(20 * SECOND);
    expect(admitCall(pace, NOW + 30 * SECOND).waitMs).toBe(0);
  });
});

describe('New documents', () => {
  /** When each of so many documents that come at once may begin, in seconds. */
  function turns(pace: Pace, many: number, what: keyof typeof CALLS_OF = 'document'): number[] {
    const begins: number[] = [];
    for (let one = 0; one < many; one++) {
      const { pace: next, waitMs } = takeTurn(pace, NOW, what);
      pace = next;
      begins.push(waitMs / SECOND);
    }
    return begins;
  }

  it('begin one by one, two at first, as far apart as their calls take', () => {
    expect(turns(UNHURRIED, 5)).toEqual([0, 0, 6.3, 12.6, 18.9]);
    expect(turns(UNHURRIED, 4, 'file')).toEqual([0, 0, 1.05, 2.1]);
  });

  it('do not begin while the provider wants no calls', () => {
    expect(turns(blocked(UNHURRIED, NOW, 60 * SECOND), 2)).toEqual([60, 66.3]);
  });

  it('make room for work under way that needs more calls than was thought', () => {
    const { pace } = ask(UNHURRIED, NOW, 12);
    const [first] = turns(pace, 1);
    expect(first).toBeCloseTo(2.1);
  });

  it('of a queue of ten thousand come to an end in the time that their calls take', () => {
    const last = turns(UNHURRIED, 10_000).at(-1)!;
    expect(last / 3_600).toBeCloseTo((9_998 * 6.3) / 3_600, 1);
  });
});
