import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { patiently } from '../../../local/patience.ts';
import { moveTo, standStillTo, type Mover } from '../../../local/time/time.ts';
import { MovableClock } from '../../../sandbox/clock.ts';

const HOUR_MS = 60 * 60_000;

/** Somebody who moves a clock and a shared cell, with nothing else to do. */
function moverOf(clock: MovableClock, more: Partial<Mover> = {}): Mover {
  return {
    clock,
    time: new SharedArrayBuffer(8),
    saveOffset: () => undefined,
    nextVisible: () => undefined,
    nextTick: () => Promise.resolve(undefined),
    tick: () => Promise.resolve(),
    settle: () => Promise.resolve(),
    rest: () => undefined,
    ...more,
  };
}

it('whoever waits is told that the work goes on, until it is done or has failed', async () => {
  let told = 0;
  const say = () => void told++;
  expect(await patiently(wait(100, 'done'), say, 10)).toBe('done');
  const failing = wait(50).then(() => Promise.reject(new Error('failed')));
  await expect(patiently(failing, say, 10)).rejects.toThrow('failed');
  expect(told).toBeGreaterThan(4);
  const then = told;
  await wait(50);
  expect(told).toBe(then);
});

it('stores the clock offset before running what falls due at the new time', async () => {
  const clock = new MovableClock({ real: Date.now });
  const start = clock.now();
  let saved = 0;
  const savedThen: number[] = [];
  for (const hours of [1, 2, 3]) clock.at(start + hours * HOUR_MS, () => savedThen.push(saved));
  const mover = moverOf(clock, { saveOffset: (ms) => (saved = ms) });
  await moveTo(mover, start + 4 * HOUR_MS);
  clock.stop();
  expect(savedThen.map((ms) => Math.ceil(ms / HOUR_MS))).toEqual([1, 2, 3]);
  expect(saved).toBe(new Float64Array(mover.time)[0]);
  expect(Math.ceil(saved / HOUR_MS)).toBe(4);
});

it('frozen: the providers act at their own times, while no queue is consumed and no rule runs', async () => {
  const clock = new MovableClock({ real: Date.now });
  const start = clock.now();
  const happened: string[] = [];
  clock.at(start + HOUR_MS, () =>
    happened.push(`a charge after ${Math.floor((clock.now() - start) / HOUR_MS)} h`),
  );
  const mover = moverOf(clock, {
    nextTick: () => Promise.resolve(start + HOUR_MS),
    tick: () => Promise.resolve(void happened.push('a rule')),
    rest: (isResting) => void happened.push(isResting ? 'queues rest' : 'queues go on'),
  });
  await standStillTo(mover, start + 2 * HOUR_MS);
  clock.stop();
  expect(happened).toEqual(['queues rest', 'a charge after 1 h', 'queues go on']);
  expect(clock.now()).toBeGreaterThanOrEqual(start + 2 * HOUR_MS);
});
