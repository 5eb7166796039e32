import { beforeEach, describe, expect, it } from 'vitest';
import type { DueThings } from '../../../local/queues/due.ts';
import { Schedule } from '../../../local/queues/schedule.ts';
import { MovableClock } from '../../../sandbox/clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = 100 * DAY + 90_000;
const NIGHT = 101 * DAY;

let ran: string[];
let due: DueThings;
let schedule: Schedule;

const rule = (name: string, everyMs: number) => ({
  rule: name,
  everyMs,
  pool: { invoke: () => Promise.resolve(ran.push(name)) },
});

beforeEach(() => {
  ran = [];
  due = { overdue: 0, trace: '0 0', next: undefined };
  schedule = new Schedule(
    new MovableClock({ start: NOW, frozen: true }),
    [rule('sweep', MINUTE), rule('nightly', DAY)],
    () => Promise.resolve(due),
  );
});

describe('a night that the clock passes', () => {
  it('runs only the nightly function while nothing is due', async () => {
    expect(await schedule.next(NOW)).toBe(NIGHT);
    await schedule.tick(NIGHT, true);
    expect(ran).toEqual(['nightly']);
  });

  it('runs the sweep too where something falls due in it', async () => {
    due = { overdue: 0, trace: '0 0', next: NIGHT - 1 };
    expect(await schedule.next(NOW)).toBe(NIGHT);
    await schedule.tick(NIGHT, true);
    expect(ran).toEqual(['sweep', 'nightly']);
  });

  it('runs the sweep every minute while something is overdue', async () => {
    due = { overdue: 1, trace: '1 0', next: undefined };
    expect(await schedule.next(NOW)).toBe(NOW + 30_000);
    await schedule.tick(NOW + 30_000, true);
    expect(ran).toEqual(['sweep']);
  });

  it('runs the sweep where a move of the clock ends in it', async () => {
    await schedule.next(NOW);
    await schedule.tick(NIGHT);
    expect(ran).toEqual(['sweep', 'nightly']);
  });
});
