import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { after } from '../../../local/time/duration.ts';
import { startStub, type StubCloud } from './stub-cloud.ts';

const MINUTE_MS = 60_000;

let cloud: StubCloud;

beforeAll(async () => (cloud = await startStub()));
afterAll(() => cloud.stop());

const swept = async () =>
  (await cloud.printed<{ swept: string; at: string }>('sweep')).filter((one) => 'swept' in one);
const sweeps = async () => {
  const { functions } = await cloud.control<{ functions: { name: string; invocations: number }[] }>(
    'GET',
    '/functions',
  );
  return functions.find(({ name }) => name === 'sweep')!.invocations;
};

describe('moving the clock', () => {
  it('runs clock jobs, messages and the schedule in order, each at its own time', async () => {
    const start = cloud.clock.now();
    const order: string[] = [];
    cloud.clock.at(start + 3 * MINUTE_MS, async () => {
      order.push('job');
      await cloud.act({ put: { pk: 'T#a', sk: 'by-job', dueAt: cloud.clock.now() + 5 * MINUTE_MS } });
    });
    await cloud.act({ put: { pk: 'T#a', sk: 'early', dueAt: start + MINUTE_MS } });
    await cloud.act({ send: { body: { id: 'between' }, delay: 120 } });
    await cloud.advance('PT1H');
    const [early, byJob] = await swept();
    const [between] = await cloud.printed<{ id: string; at: string }>('work');
    const minutes = (at: string) => (Date.parse(at) - start) / MINUTE_MS;
    expect(early!.swept).toBe('early');
    expect(minutes(early!.at)).toBeGreaterThanOrEqual(1);
    expect(minutes(early!.at)).toBeLessThan(2.3);
    expect(minutes(between!.at)).toBeGreaterThanOrEqual(2);
    expect(minutes(between!.at)).toBeLessThan(2.3);
    expect(order).toEqual(['job']);
    expect(byJob!.swept).toBe('by-job');
    expect(minutes(byJob!.at)).toBeGreaterThanOrEqual(8);
    expect(minutes(byJob!.at)).toBeLessThan(9.3);
  });

  it('skips the minutes in which nothing is due, but always runs the schedule at the end', async () => {
    // Just after a full minute, since the machine's time runs the schedule too, at the next one.
    const minute = Math.ceil(cloud.clock.now() / MINUTE_MS) * MINUTE_MS;
    await cloud.control('POST', '/clock', { to: new Date(minute + 1000).toISOString() });
    const before = await sweeps();
    await cloud.advance('P1Y');
    expect((await sweeps()) - before).toBe(1);
  });

  it.each([
    [{ advance: '5 minutes' }, 'advance: 5 minutes is not an ISO 8601 duration such as P31D or PT5M'],
    [{ to: 'tomorrow' }, 'to: tomorrow is not an ISO 8601 time'],
    [{ to: '2000-01-01T00:00:00Z' }, 'to: time only moves forward'],
    [{ advance: 'P8000Y' }, 'advance: P8000Y leads beyond the year 9999'],
    [{ advance: 'P999999999Y' }, 'advance: P999999999Y leads beyond the year 9999'],
    [{ to: '+010000-01-01T00:00:00Z' }, 'to: +010000-01-01T00:00:00Z is beyond the year 9999'],
    [{ advnce: 'P1D' }, 'there is no "advnce" here; there is advance, to'],
    [{}, 'give either advance, an ISO 8601 duration, or to, an ISO 8601 time'],
  ])('refuses %j', async (body, words) => {
    await expect(cloud.control('POST', '/clock', body)).rejects.toThrow(words);
  });
});

describe('durations', () => {
  it.each([
    ['PT5M', '2026-01-31T00:05:00.000Z'],
    ['P31D', '2026-03-03T00:00:00.000Z'],
    ['P1M', '2026-02-28T00:00:00.000Z'],
    ['P1Y2M10DT2H30M', '2027-04-10T02:30:00.000Z'],
    ['P2W', '2026-02-14T00:00:00.000Z'],
    ['PT0.5S', '2026-01-31T00:00:00.500Z'],
    ['PT0,5S', '2026-01-31T00:00:00.500Z'],
    ['PT1.5H', '2026-01-31T01:30:00.000Z'],
    ['P1DT0.5M', '2026-02-01T00:00:30.000Z'],
    ['P0.5D', '2026-01-31T12:00:00.000Z'],
    ['P1.5W', '2026-02-10T12:00:00.000Z'],
    ['P0.5Y', '2026-07-31T00:00:00.000Z'],
    ['P1.5M', '2026-03-14T00:00:00.000Z'],
  ])('%s after 31 January 2026 is %s', (duration, expected) => {
    expect(new Date(after(Date.parse('2026-01-31T00:00:00Z'), duration) ?? 0).toISOString()).toBe(expected);
  });

  it.each(['P', 'PT', 'P1H', '5M', '', 'P-1D', 'P1.D', 'P.5D', 'P0.5DT1H', 'PT1.5H30M'])(
    '%j is not a duration',
    (text) => {
      expect(after(0, text)).toBeUndefined();
    },
  );
});
