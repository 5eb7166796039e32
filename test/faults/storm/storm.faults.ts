import { expect, it } from 'vitest';
import { RATE_LIMITS_PER_MINUTE } from '../../../lib/limits.ts';
import { HOUR, MINUTE } from '../../support/world/shop.ts';
import { casesOf } from '../cases.ts';
import { PER_SECOND, storm, type Storm } from './storm.ts';

const SEED = 44;
/** Ten thousand in an hour; the gate has the first minutes of it. */
const FAILURES = casesOf(800, 10_000);

/** The most that fall into any span of such a length. */
const mostWithin = (times: readonly number[], ms: number): number => {
  let [first, most] = [0, 0];
  times.forEach((at, last) => {
    while (times[first]! <= at - ms) first++;
    most = Math.max(most, last - first + 1);
  });
  return most;
};

const latest = ({ owed, taken }: Storm, isCounted: (tenant: string) => boolean): number => {
  const since = new Map(owed.map(({ id, to, at }) => [`${id} ${to}`, at]));
  return Math.max(
    ...taken
      .filter(({ tenant }) => isCounted(tenant))
      .map(({ id, to, at }) => at - since.get(`${id} ${to}`)!),
  );
};

it(
  'a storm of ten thousand failures in an hour delays messages, loses and doubles none, and keeps the rates of SES and of each tenant',
  {
    timeout: HOUR,
  },
  async () => {
    const became = await storm(FAILURES, SEED);
    const { owed, taken, giant, minutes, states, tooFast } = became;
    const ofGiant = taken.filter(({ tenant }) => tenant === giant).map(({ at }) => at);
    const [perSecond, perHour] = [
      mostWithin(
        taken.map(({ at }) => at),
        1_000,
      ),
      mostWithin(ofGiant, HOUR),
    ];
    const [late, lateOfGiant] = [
      latest(became, (one) => one !== giant),
      latest(became, (one) => one === giant),
    ];
    console.log(
      `storm of messages: seed ${SEED}, ${FAILURES} failures, ${owed.length} messages owed, ${taken.length} sent in ${minutes} minutes, ` +
        `${ofGiant.length} of one tenant; the most in a second ${perSecond}, of that tenant in an hour ${perHour}; ` +
        `the latest ${(late / MINUTE).toFixed(1)} minutes, of that tenant ${(lateOfGiant / MINUTE).toFixed(1)}; ${JSON.stringify(states)}`,
    );
    expect(states).toEqual({ SENT: FAILURES, 'DROPPED one_a_day': owed.length - FAILURES });
    expect(new Set(taken.map(({ to }) => to)).size).toBe(FAILURES);
    expect(taken).toHaveLength(FAILURES);
    expect(tooFast).toBe(0);
    expect(perSecond).toBeLessThanOrEqual(PER_SECOND);
    expect(perHour).toBeLessThanOrEqual(61 * RATE_LIMITS_PER_MINUTE.messages);
    expect(mostWithin(ofGiant, MINUTE)).toBeLessThanOrEqual(2 * RATE_LIMITS_PER_MINUTE.messages);
    expect(late).toBeLessThan(5 * MINUTE);
    expect(lateOfGiant).toBeGreaterThan(FAILURES > 2_000 ? 10 * MINUTE : 0);
    expect(lateOfGiant).toBeLessThan(3 * HOUR);
  },
);
