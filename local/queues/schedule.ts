import { randomUUID } from 'node:crypto';
import type { MovableClock } from '../../sandbox/clock.ts';
import type { DueThings } from './due.ts';
import { ACCOUNT, REGION } from '../template/template.ts';

/** A function triggered by a schedule rule. */
export interface Scheduled {
  readonly rule: string;
  readonly everyMs: number;
  readonly pool: { invoke(event: unknown): Promise<unknown> };
}

/** After this many runs without a change, overdue items are checked less and less often. */
const RUNS_BEFORE_BACKOFF = 60;
const LEAST_OFTEN_MS = 24 * 60 * 60_000;

/**
 * The rules' timer. A failed run is not repeated: the next one finds the same items due. It follows the machine's time,
 * and is stepped while time is being moved.
 */
export class Schedule {
  readonly #clock: MovableClock;
  readonly #rules: readonly Scheduled[];
  readonly #due: ((now: number) => Promise<DueThings>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #trace = '';
  #ticked = false;
  /** When the most frequent rule could next find something, as last computed. */
  #sweepAt = -Infinity;
  /** When rules ran last, by name. */
  readonly #ran = new Map<string, number>();
  /** Consecutive runs after which the same items were overdue. */
  #unchanged = 0;

  constructor(
    clock: MovableClock,
    rules: readonly Scheduled[],
    due: ((now: number) => Promise<DueThings>) | undefined,
  ) {
    this.#clock = clock;
    this.#rules = rules;
    this.#due = due;
    for (const { rule } of rules) this.#ran.set(rule, clock.now());
  }

  /** The period of the most frequent rule: the sweep, which follows the due index. */
  get #shortestMs(): number {
    return Math.min(...this.#rules.map(({ everyMs }) => everyMs));
  }

  /** Runs every rule at its own times, except while time is being moved. */
  start(moving: () => boolean): void {
    clearTimeout(this.#timer);
    const shortest = this.#shortestMs;
    if (!Number.isFinite(shortest)) return;
    const wait = boundaryAfter(this.#clock.now(), shortest) - this.#clock.now();
    this.#timer = setTimeout(() => {
      if (!moving()) void this.tick(this.#clock.now());
      this.start(moving);
    }, wait);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /**
   * The next time after `now` at which a run could find something. The most frequent rule skips runs that cannot,
   * because a year would have half a million of them; items that stay overdue are checked every time at first, then
   * less and less often. Rarer rules skip none.
   */
  async next(now: number): Promise<number | undefined> {
    if (this.#rules.length === 0) return undefined;
    const shortest = this.#shortestMs;
    if (!this.#due) return boundaryAfter(now, shortest);
    const { overdue, trace, next } = await this.#due(now);
    if (trace !== this.#trace) this.#unchanged = 0;
    else if (this.#ticked) this.#unchanged++;
    this.#trace = trace;
    this.#ticked = false;
    this.#sweepAt = Math.min(
      next === undefined ? Infinity : boundaryAfter(next - 1, shortest),
      overdue === 0 ? Infinity : boundaryAfter(now + this.#restMs(shortest), shortest),
    );
    const rarer = this.#rules
      .filter(({ everyMs }) => everyMs > shortest)
      .map(({ everyMs }) => boundaryAfter(now, everyMs));
    const first = Math.min(this.#sweepAt, ...rarer);
    return Number.isFinite(first) ? first : undefined;
  }

  /**
   * Runs the rules as EventBridge would at `at` (epoch ms): the most frequent one, unless time only passes through a
   * moment at which it could find nothing, and every other one whose time has come since its last run.
   */
  async tick(at: number, isPassing = false): Promise<void> {
    const sweeps = !isPassing || at >= this.#sweepAt;
    if (sweeps) this.#ticked = true;
    const due = this.#rules.filter(({ rule, everyMs }) => {
      if (everyMs === this.#shortestMs) return sweeps;
      return Math.floor(at / everyMs) > Math.floor((this.#ran.get(rule) ?? at) / everyMs);
    });
    for (const { rule } of due) this.#ran.set(rule, at);
    await Promise.allSettled(due.map(({ rule, pool }) => pool.invoke(eventAt(at, rule))));
  }

  #restMs(everyMs: number): number {
    if (this.#unchanged <= RUNS_BEFORE_BACKOFF) return 0;
    return Math.min(everyMs * 2 ** (this.#unchanged - RUNS_BEFORE_BACKOFF), LEAST_OFTEN_MS);
  }
}

/** The first multiple of a period after a time. */
function boundaryAfter(ms: number, everyMs: number): number {
  return Math.floor(ms / everyMs) * everyMs + everyMs;
}

function eventAt(at: number, rule: string): Record<string, unknown> {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT,
    time: new Date(at).toISOString().replace(/\.\d+/, ''),
    region: REGION,
    resources: [rule],
    detail: {},
  };
}
