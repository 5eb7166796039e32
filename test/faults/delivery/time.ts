interface Job {
  readonly time: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that only passes when nothing is left to do now. Epoch milliseconds. */
export class VirtualTime {
  now = Date.UTC(2026, 0, 1);
  readonly #jobs: Job[] = [];
  #order = 0;

  at(time: number, run: () => void): void {
    const job = { time: Math.max(time, this.now), order: this.#order++, run };
    let i = this.#jobs.length;
    while (i > 0 && isLater(this.#jobs[i - 1]!, job)) i--;
    this.#jobs.splice(i, 0, job);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.at(this.now + ms, resolve));
  }

  /** Runs every job up to an instant. After each job everything that it set going comes to rest. */
  async run(until: number): Promise<void> {
    for (let job = this.#jobs[0]; job && job.time <= until; job = this.#jobs[0]) {
      this.#jobs.shift();
      this.now = job.time;
      job.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function isLater(a: Job, b: Job): boolean {
  return a.time > b.time || (a.time === b.time && a.order > b.order);
}
