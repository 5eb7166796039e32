import type { Clock } from '../clock.ts';

const MINUTE_MS = 60_000;

/** The calls of merchants in the present minute of the sandbox's clock. */
export class Calls {
  readonly #clock: Clock;
  readonly #made = new Map<string, { minute: number; count: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a call; true if it is one too many. */
  exceed(merchantId: string, perMinute: number): boolean {
    const minute = Math.floor(this.#clock.now() / MINUTE_MS);
    const before = this.#made.get(merchantId);
    const count = before?.minute === minute ? before.count + 1 : 1;
    this.#made.set(merchantId, { minute, count });
    return count > perMinute;
  }
}
