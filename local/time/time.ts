import { MovableClock } from '../../sandbox/clock.ts';
import type { Ends } from '../ends.ts';
import { machineNow, moveDate } from './offset.ts';

/** What moving time needs. */
export interface Mover {
  readonly clock: MovableClock;
  /** How far all threads' time is ahead of the machine's, in ms. */
  readonly time: SharedArrayBuffer;
  /** Saves the new offset (ms) before it takes effect, so that an interrupted cloud does not resume earlier. */
  saveOffset(ms: number): void;
  /** When the next delayed or in-flight message becomes visible. */
  nextVisible(): number | undefined;
  /** When the schedule's next run could find something. */
  nextTick(now: number): Promise<number | undefined>;
  /** Runs the schedule; a run that time only passes through may be skipped if it could find nothing. */
  tick(at: number, isPassing: boolean): Promise<void>;
  /** Resolves when all started work is done. */
  settle(): Promise<void>;
  /** While resting, no queue is processed. */
  rest(isResting: boolean): void;
}

/** One time for all threads of the process, so far (ms) ahead of the machine's, and the clock that moves it. */
export function openTime(offset: number, ends: Ends): { time: SharedArrayBuffer; clock: MovableClock } {
  const time = new SharedArrayBuffer(8);
  setOffset(time, offset);
  moveDate(time);
  ends.add(() => moveDate(undefined));
  const clock = ends.stopping(new MovableClock({ real: machineNow, start: machineNow() + offset }));
  return { time, clock };
}

/**
 * Moves time for functions, queues, schedule and sandbox providers together, in steps: what falls due on the way
 * happens at its own time, in order, and is finished before time goes on. The schedule always runs at the end.
 */
export async function moveTo(mover: Mover, target: number): Promise<void> {
  const { clock } = mover;
  await mover.settle();
  for (;;) {
    const now = clock.now();
    const tick = await mover.nextTick(now);
    const due = [clock.nextAt(), mover.nextVisible(), tick].filter((at) => at !== undefined);
    const next = Math.max(now, Math.min(target, ...due));
    // Threads first: a sandbox job at that time may call a function, whose clock must not be behind.
    raiseOffset(mover, next - machineNow());
    await clock.advanceTo(next);
    await mover.settle();
    const over = clock.now() >= target;
    if (next === tick || over) {
      await mover.tick(next, !over);
      await mover.settle();
    }
    if (over) return;
  }
}

/**
 * Moves time for the sandbox providers, and for functions called meanwhile, while no queue is processed and no schedule
 * runs: as a long outage of ours looks from outside.
 */
export async function standStillTo(mover: Mover, target: number): Promise<void> {
  const { clock } = mover;
  await mover.settle();
  mover.rest(true);
  try {
    for (let now = clock.now(); now < target; now = clock.now()) {
      const next = Math.max(now, Math.min(target, clock.nextAt() ?? target));
      raiseOffset(mover, next - machineNow());
      await clock.advanceTo(next);
    }
  } finally {
    mover.rest(false);
  }
}

/** Time never goes back, not even by the millisecond since it was last read. */
function raiseOffset(mover: Mover, ms: number): void {
  const offset = new Float64Array(mover.time);
  if (ms <= (offset[0] ?? 0)) return;
  mover.saveOffset(ms);
  offset[0] = ms;
}

/** Sets how far all threads' time is ahead of the machine's, in ms. */
function setOffset(time: SharedArrayBuffer, ms: number): void {
  new Float64Array(time)[0] = ms;
}
