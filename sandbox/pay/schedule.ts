import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Job } from './records.ts';
import type { Store } from './store.ts';

/**
 * Does a job's external work, if any, and returns what to record. Recording and completing the job are one write, so an
 * interrupted job is repeated after a restart.
 */
export type Perform = (job: Job) => (() => void) | Promise<() => void>;

/** Scheduled work that survives a restart. */
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

  /** Resumes the work that a former run left. */
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
