import { describe, expect, it, vi } from 'vitest';
import { MovableClock } from '../../../sandbox/clock.ts';

const clockAt = (start: number) => new MovableClock({ start, frozen: true });

describe('a clock that is moved', () => {
  it('never goes back', async () => {
    const clock = clockAt(1_000);
    await clock.advanceTo(400);
    expect(clock.now()).toBe(1_000);
  });

  it('runs each job at its own instant, those of one instant in the order they were scheduled', async () => {
    const clock = clockAt(0);
    const done: [string, number][] = [];
    const note = (name: string) => () => void done.push([name, clock.now()]);
    clock.at(20, note('late'));
    clock.at(10, note('first'));
    clock.at(10, note('second'));
    const callOff = clock.at(15, note('called off'));
    clock.at(10, note('third'));
    callOff();
    await clock.advanceTo(30);
    expect(done).toEqual([
      ['first', 10],
      ['second', 10],
      ['third', 10],
      ['late', 20],
    ]);
    expect(clock.now()).toBe(30);
  });

  it('runs jobs scheduled while it is moved, also for a past instant', async () => {
    const clock = clockAt(0);
    const done: number[] = [];
    clock.at(10, () => clock.at(5, () => done.push(clock.now())));
    await clock.advanceTo(20);
    expect(done).toEqual([10]);
  });

  it('continues where one of its jobs fails', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const clock = clockAt(0);
    let isDone = false;
    clock.at(10, () => {
      throw new Error('failed');
    });
    clock.at(20, () => (isDone = true));
    await clock.advanceTo(30);
    expect([isDone, clock.now(), warned.mock.calls.length]).toEqual([true, 30, 1]);
    warned.mockRestore();
  });
});
