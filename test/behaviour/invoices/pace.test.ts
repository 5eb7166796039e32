import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCT_LIMIT } from '../../../lib/acct/provider.ts';
import {
  admitCalls,
  blocked,
  withLateCall,
  tookLong,
  IDLE_PACE,
  type Pace,
} from '../../../lib/invoicing/pace.ts';
import { concernsAccount, waitMs } from '../../../lib/invoicing/record-result.ts';

const SECOND = 1_000;
const NOW = Date.UTC(2026, 0, 15);

/** Asks for so many calls at once; answers how long each has to wait. */
function ask(pace: Pace, now: number, times: number) {
  const waits: number[] = [];
  for (let time = 0; time < times; time++) {
    const { pace: next, waitMs } = admitCalls(pace, now);
    pace = next;
    waits.push(waitMs);
  }
  return { pace, waits };
}

/** From each call on, how many arrived in the provider's window. */
const fullestWindows = (arrived: readonly number[]) =>
  arrived.map((from) => arrived.filter((at) => at >= from && at < from + ACCT_LIMIT.windowMs).length);

describe('Calls to the invoicing provider', () => {
  it('go out at once up to its limit; the next one when the first has left the window', () => {
    const { waits, pace } = ask(IDLE_PACE, NOW, 11);
    expect(waits).toEqual([...Array.from({ length: 10 }, () => 0), 10_500]);
    expect(admitCalls(pace, NOW + 10_499).waitMs).toBe(1);
    expect(admitCalls(pace, NOW + 10_500).waitMs).toBe(0);
  });

  it('that belong together are sent all or none, once there is room for all of them', () => {
    const { pace } = ask(IDLE_PACE, NOW, 9);
    const both = admitCalls(pace, NOW + 1_000, 2);
    expect(both).toEqual({ pace, waitMs: 9_500 });
    expect(admitCalls(pace, NOW + 1_000).waitMs).toBe(0);
    expect(admitCalls(pace, NOW + 10_500, 2).pace.calls).toEqual([NOW + 10_500, NOW + 10_500]);
  });

  it('never are more than ten in ten seconds by the provider’s own clock, however long each takes to arrive', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 20, maxLength: 120 });
    const ways = fc.infiniteStream(
      fc.record({ there: fc.integer({ min: 0, max: 6_000 }), back: fc.integer({ min: 0, max: 3_000 }) }),
    );
    let [slow, fullWindows] = [0, 0];
    fc.assert(
      fc.property(gaps, ways, (between, ofCalls) => {
        let pace = IDLE_PACE;
        let now = NOW;
        const arrived: number[] = [];
        let underWay: { admittedAt: number; endsAt: number }[] = [];
        for (const gap of between) {
          now += gap;
          for (const { admittedAt, endsAt } of underWay.filter((call) => call.endsAt <= now))
            if (tookLong(admittedAt, endsAt))
              [pace, slow] = [withLateCall(pace, admittedAt, endsAt), slow + 1];
          underWay = underWay.filter((call) => call.endsAt > now);
          const asked = admitCalls(pace, now);
          pace = asked.pace;
          if (asked.waitMs > 0) continue;
          const [{ there, back } = { there: 0, back: 0 }] = [...ofCalls.take(1)];
          arrived.push(now + there);
          underWay.push({ admittedAt: now, endsAt: now + there + back });
        }
        const inWindow = fullestWindows(arrived);
        fullWindows += inWindow.filter((count) => count === ACCT_LIMIT.calls).length;
        expect(Math.max(0, ...inWindow)).toBeLessThanOrEqual(ACCT_LIMIT.calls);
      }),
      { seed: 20260115, numRuns: 300 },
    );
    expect(slow).toBeGreaterThan(1_000);
    expect(fullWindows).toBeGreaterThan(20);
  });

  it('are counted in the order in which they may have arrived, also beside one that ended late', () => {
    const { calls } = withLateCall({ ...IDLE_PACE, calls: [NOW, NOW + 4_900] }, NOW, NOW + 5 * SECOND);
    expect(calls).toEqual([NOW + 4_500, NOW + 4_900]);
  });

  it('wait for as long as the provider asks for, and no shorter pause takes that back', () => {
    const pace = blocked(blocked(IDLE_PACE, NOW, 30 * SECOND), NOW, SECOND);
    expect(admitCalls(pace, NOW + 10 * SECOND).waitMs).toBe(20 * SECOND);
    expect(admitCalls(pace, NOW + 30 * SECOND).waitMs).toBe(0);
  });
});

const name = (invoiceId: string) => ({ tenantId: 't', subscriberId: 's', invoiceId });
const one = name('01890000-0000-7000-8000-000000000000');

describe('A document that has to wait', () => {
  it('waits twice as long with each silence of the provider, at most a quarter of an hour', () => {
    const waits = [0, 1, 2, 3, 4, 5, 99].map((silences) => waitMs(one, 'unreachable', 30_000, silences));
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000]);
  });

  it('comes back within five seconds of the others that met the limit, not together with them', () => {
    const ids = ['000000', '800000', 'ffffff'].map((end) => `01890000-0000-7000-8000-000000${end}`);
    expect(ids.map((id) => waitMs(name(id), 'rateLimited', 1_000, 0))).toEqual([1_000, 3_500, 6_000]);
  });

  it('delays other documents of its tenant only for reasons that concern the whole account', () => {
    expect(
      (['unreachable', 'credentials', 'invalidResponse', 'timeout'] as const).map(concernsAccount),
    ).toEqual([true, true, false, false]);
  });
});
