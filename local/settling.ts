import { machineNow } from './offset.ts';
import type { Poller } from './pollers.ts';
import type { Pool } from './pool.ts';

const SETTLE_MS = 120_000;
/** Longer than any request between two local processes takes. */
const QUIET_MS = 2;
const QUIET_ROUNDS = 3;

/** Tracks the cloud's work in progress, and when there is none left. */
export class Settling {
  readonly #pools: readonly Pool[];
  readonly #pollers: readonly Poller[];
  #requests = 0;

  constructor(pools: readonly Pool[], pollers: readonly Poller[]) {
    this.#pools = pools;
    this.#pollers = pollers;
  }

  /** A request to the API begins or ends. */
  requested(by: 1 | -1): void {
    this.#requests += by;
  }

  /** Makes every poller check its queue now. */
  poke(): void {
    this.#pollers.forEach((poller) => poller.poke());
  }

  /** Resolves when no queue has a visible message and no function runs. Rejects after two minutes without progress. */
  async settle(): Promise<void> {
    let ended = this.#invocationsEnded();
    let until = machineNow() + SETTLE_MS;
    for (let quiet = 0; quiet < QUIET_ROUNDS;) {
      this.poke();
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      const still = this.#running();
      quiet = still.length > 0 ? 0 : quiet + 1;
      if (this.#invocationsEnded() > ended) {
        ended = this.#invocationsEnded();
        until = machineNow() + SETTLE_MS;
      }
      if (machineNow() > until) throw new Error(`nothing ended for two minutes: ${still.join(', ')}`);
    }
  }

  #running(): string[] {
    return [
      ...this.#pools.filter((pool) => pool.running > 0).map(({ shape }) => shape.name),
      ...this.#pollers.filter((poller) => poller.busy).map(({ mapping }) => mapping.queue),
      ...(this.#requests > 0 ? ['a request'] : []),
    ];
  }

  #invocationsEnded(): number {
    return this.#pools.reduce((sum, pool) => sum + pool.invocations - pool.running, 0);
  }
}
