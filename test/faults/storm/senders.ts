import { setImmediate as turn } from 'node:timers/promises';
import type { MovableClock } from '../../../sandbox/clock.ts';

/** Some workers at once, whose waiting moves the clock: it goes on when all of them wait, to the first that is done. */
export class Senders {
  readonly #clock: MovableClock;
  readonly #waiting: { readonly until: number; readonly go: () => void }[] = [];

  constructor(clock: MovableClock) {
    this.#clock = clock;
  }

  wait(ms: number): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push({ until: this.#clock.now() + Math.ceil(ms), go });
    });
  }

  /** Has all of them work to their end. */
  async work(workers: readonly (() => Promise<void>)[]): Promise<void> {
    let left = workers.length;
    const all = Promise.all(workers.map((one) => one().finally(() => left--)));
    for (await turn(); left > 0; await turn()) {
      if (this.#waiting.length < left) continue;
      const until = Math.min(...this.#waiting.map((one) => one.until));
      await this.#clock.advanceTo(until);
      const ready = this.#waiting.filter((one) => one.until <= until);
      for (const one of ready) this.#waiting.splice(this.#waiting.indexOf(one), 1);
      for (const { go } of ready) go();
    }
    await all;
  }
}
