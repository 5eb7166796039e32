import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Job } from './records.ts';
import type { Store } from './store.ts';

/**
 * Does a job's outside work, if it has any, and returns what is to be recorded. Recording it and
 * ticking the job off are one write, so a job cut short is done again after a restart.
 */
export type Perform = (job: Job) => (() => void) | Promise<() => void>;

/** Work that waits for its time, also over a restart. */
export class Schedule {
  readonly #clock: Clock;
  readonly #store: Store;
  readonly #perform: Perform;
  readonly #waiting = new Map<string, () => void>();
  #stopped = false;

  constructor(clock: Clock, store: Store, perform: Perform) {
    this.#clock = clock;
    this.#store = store;
    this.#perform = perform;
  }

  add(job: Omit<Job, 'id'>): void {
    const planned = { id: randomUUID(), ...job };
    this.#store.jobs.put(planned.id, planned);
    this.#await(planned);
  }

  /** Takes up what a former run of the sandbox left waiting. */
  resume(): void {
    for (const job of this.#store.jobs.all()) this.#await(job);
  }

  stop(): void {
    this.#stopped = true;
    for (const callOff of this.#waiting.values()) callOff();
    this.#waiting.clear();
  }

  #await(job: Job): void {
    this.#waiting.set(
      job.id,
      this.#clock.at(job.at, () => this.#run(job)),
    );
  }

  async #run(job: Job): Promise<void> {
    this.#waiting.delete(job.id);
    const record = await this.#perform(job);
    if (this.#stopped) return;
    this.#store.batch(() => {
      record();
      this.#store.jobs.remove(job.id);
    });
  }
}
