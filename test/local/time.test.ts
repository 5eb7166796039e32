import { expect, it } from 'vitest';
import { moveTo, type Mover } from '../../local/time.ts';
import { MovableClock } from '../../sandbox/clock.ts';

const HOUR_MS = 60 * 60_000;

it('remembers how far time is ahead before anything can happen then', async () => {
  const clock = new MovableClock({ real: Date.now });
  const start = clock.now();
  const time = new SharedArrayBuffer(8);
  let kept = 0;
  const keptThen: number[] = [];
  for (const hours of [1, 2, 3]) clock.at(start + hours * HOUR_MS, () => keptThen.push(kept));
  const mover: Mover = {
    clock,
    time,
    saveOffset: (ms) => (kept = ms),
    nextVisible: () => undefined,
    nextTick: () => Promise.resolve(undefined),
    tick: () => Promise.resolve(),
    settle: () => Promise.resolve(),
  };
  await moveTo(mover, start + 4 * HOUR_MS);
  clock.stop();
  expect(keptThen.map((ms) => Math.ceil(ms / HOUR_MS))).toEqual([1, 2, 3]);
  expect(kept).toBe(new Float64Array(time)[0]);
  expect(Math.ceil(kept / HOUR_MS)).toBe(4);
});
