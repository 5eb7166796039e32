/** The time in epoch ms, and a way to schedule work at a later time. */
export interface Clock {
  now(): number;
  /** Runs `job` at `time` (epoch ms); the returned function cancels it. */
  at(time: number, job: () => unknown): () => void;
}

interface Job {
  time: number;
  order: number;
  run: () => unknown;
}

/**
 * A clock that can be moved forward. It follows real time unless `frozen`. Jobs run one after another, each at its own
 * time.
 */
export class MovableClock implements Clock {
  readonly #jobs = new Set<Job>();
  readonly #frozen: boolean;
  readonly #real: () => number;
  #offset: number;
  #instant: number;
  #order = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: { start?: number; frozen?: boolean; real?: () => number } = {}) {
    this.#real = options.real ?? Date.now;
    this.#frozen = options.frozen ?? false;
    this.#instant = options.start ?? this.#real();
    this.#offset = this.#instant - this.#real();
  }

  now(): number {
    return this.#frozen ? this.#instant : this.#real() + this.#offset;
  }

  /** How far this clock is ahead of the machine's, ms. */
  get offset(): number {
    return this.#frozen ? this.#instant - this.#real() : this.#offset;
  }

  /** The time of the earliest scheduled job, if any. */
  nextAt(): number | undefined {
    return this.#next()?.time;
  }

  at(time: number, run: () => unknown): () => void {
    const job = { time, order: this.#order++, run };
    this.#jobs.add(job);
    this.#arm();
    return () => void this.#jobs.delete(job);
  }

  /** Moves time to `time` (never back), running every due job at its own time. */
  async advanceTo(time: number): Promise<void> {
    await this.#drain(time);
    this.#set(time);
    this.#arm();
  }

  /** Stops the timer, so that the process can exit; scheduled jobs are dropped. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#jobs.clear();
  }

  #next(): Job | undefined {
    let first: Job | undefined;
    for (const job of this.#jobs)
      if (!first || job.time < first.time || (job.time === first.time && job.order < first.order))
        first = job;
    return first;
  }

  #set(time: number): void {
    if (time <= this.now()) return;
    this.#instant = time;
    this.#offset = time - this.#real();
  }

  #drain(until: number): Promise<void> {
    this.#running = this.#running.then(async () => {
      for (let job = this.#next(); job && job.time <= until; job = this.#next()) {
        this.#jobs.delete(job);
        this.#set(job.time);
        await this.#attempt(job);
      }
    });
    return this.#running;
  }

  async #attempt(job: Job): Promise<void> {
    try {
      await job.run();
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error)); // one failed job must not stop time
    }
  }

  #arm(): void {
    if (this.#frozen) return;
    clearTimeout(this.#timer);
    const next = this.#next();
    if (!next) return;
    const wait = Math.min(Math.max(next.time - this.now(), 0), 2 ** 31 - 1);
    this.#timer = setTimeout(() => void this.#drain(this.now()).then(() => this.#arm()), wait);
    this.#timer.unref();
  }
}
