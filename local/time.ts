import type { MovableClock } from '../sandbox/clock.ts';
import { machineNow } from './offset.ts';

/** One ISO 8601 duration, such as P31D, PT5M or P1Y2M10DT2H30M. */
const DURATION =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** The instant (epoch ms) a duration after another one, by the calendar; undefined for anything that is no duration. */
export function after(from: number, duration: string): number | undefined {
  const found = DURATION.exec(duration);
  if (!found) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + years * 12 + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime() + ((weeks * 7 + days) * 24 * 60 * 60 + hours * 3600 + minutes * 60 + seconds) * 1000;
}

export interface Mover {
  readonly clock: MovableClock;
  /** How far all threads' time is ahead of the machine's, in ms. */
  readonly time: SharedArrayBuffer;
  /** When something outside the sandboxes' clock falls due next: a delayed message, something for the sweep. */
  nextDue(now: number): Promise<number | undefined>;
  /** Runs the schedule once and waits until everything it set going has been worked off. */
  tick(): Promise<void>;
  settle(): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * Moves time for functions, queues, schedule and sandbox providers together, in steps: what falls due on the way
 * happens at its own instant. Minutes in which the schedule would find nothing are passed over; at the end it runs.
 */
export async function moveTo(mover: Mover, target: number): Promise<void> {
  const { clock } = mover;
  await mover.settle();
  while (clock.now() < target) {
    const now = clock.now();
    const due = [clock.nextAt(), await mover.nextDue(now)].filter((at) => at !== undefined);
    const next = Math.min(target, ...due.map((at) => (at <= now ? now + MINUTE_MS : at)));
    await step(mover, next);
  }
}

async function step(mover: Mover, at: number): Promise<void> {
  // Threads first: a sandbox job at that instant may call a function, whose time must not be behind.
  setOffset(mover.time, at - machineNow());
  await mover.clock.advanceTo(at);
  setOffset(mover.time, mover.clock.now() - machineNow());
  await mover.settle();
  await mover.tick();
  await mover.settle();
}

export function setOffset(time: SharedArrayBuffer, ms: number): void {
  new Float64Array(time)[0] = ms;
}
