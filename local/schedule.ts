import { randomUUID } from 'node:crypto';
import type { MovableClock } from '../sandbox/clock.ts';
import type { DueThings } from './due.ts';
import { ACCOUNT, REGION } from './template.ts';

/** A function that a rule of the template wakes again and again. */
export interface Scheduled {
  readonly rule: string;
  readonly everyMs: number;
  readonly pool: { invoke(event: unknown): Promise<unknown> };
}

/** After so many rounds that changed nothing, what is overdue is looked at ever less often. */
const PATIENCE = 60;
const LEAST_OFTEN_MS = 24 * 60 * 60_000;

/**
 * The rules' timer. A round that fails is not repeated: the next one finds the same things due. It follows the machine's
 * time while nobody moves it, and is asked when time is moved.
 */
export class Schedule {
  readonly #clock: MovableClock;
  readonly #rules: readonly Scheduled[];
  readonly #due: ((now: number) => Promise<DueThings>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #trace = '';
  #ticked = false;
  /** The next instant at which the most frequent rule could find something, as of the last asking. */
  #sweepAt = -Infinity;
  /** When rules ran last, by name. */
  readonly #ran = new Map<string, number>();
  /** Rounds in a row after which the same things were overdue. */
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

  /** How often the most frequent rule runs: the sweep, which follows what is due. */
  get #shortestMs(): number {
    return Math.min(...this.#rules.map(({ everyMs }) => everyMs));
  }

  /** Has every rule run at its own times, unless time is just being moved. */
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
   * The next instant after `now` at which a round could find something. Rounds of the most frequent rule that cannot are
   * passed over, or a year would have half a million of them; what stays overdue is looked at every time at first, then
   * less and less often. Rarer rules miss none of their rounds.
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
   * Runs the rules as EventBridge would at `at` (epoch ms): the most frequent one, unless a move of time only passes
   * through an instant at which it could find nothing, and every other whose time has come since it ran last.
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
    if (this.#unchanged <= PATIENCE) return 0;
    return Math.min(everyMs * 2 ** (this.#unchanged - PATIENCE), LEAST_OFTEN_MS);
  }
}

/** The first multiple of a period after an instant. */
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
