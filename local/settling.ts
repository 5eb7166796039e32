import { machineNow } from './time/offset.ts';
import type { Poller } from './queues/pollers.ts';
import type { Pool } from './functions/pool.ts';
import type { Traffic } from './functions/traffic.ts';

const SETTLE_MS = 120_000;
/** Longer than any request between two local processes takes. */
const QUIET_MS = 2;
const QUIET_ROUNDS = 3;
/** How long a move of time waits for requests that began after it while nothing else is in progress, ms. */
const PATIENCE_MS = 100;
/** How long a move of time waits before it holds back requests that make new work all the time, ms. */
const HOLD_AFTER_MS = 1_000;

/** What work in progress is made of. */
export interface Work {
  readonly pools: readonly Pool[];
  /** The pools that answer requests. */
  readonly answering: ReadonlySet<unknown>;
  readonly pollers: readonly Poller[];
  readonly traffic: Traffic;
}

/** Tracks the cloud's work in progress, and when there is none left. */
export class Settling {
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Makes every poller check its queue now. */
  poke(): void {
    this.#work.pollers.forEach((poller) => poller.poke());
  }

  /** Resolves when no queue has a visible message and no function runs. Rejects after two minutes without progress. */
  settle(): Promise<void> {
    return this.#settled(() => false);
  }

  /** As `settle`, before and after a move of time: requests that keep coming in do not hold it up for ever. */
  async settleForMove(): Promise<void> {
    const { traffic } = this.#work;
    const before = traffic.latest;
    const began = machineNow();
    let calmSince: number | undefined;
    const mayGoOn = () => {
      if (traffic.latest === before) return false;
      const now = machineNow();
      if (now - began > HOLD_AFTER_MS) traffic.hold();
      calmSince = this.#running(before).length > 0 ? undefined : (calmSince ?? now);
      return calmSince !== undefined && now - calmSince > PATIENCE_MS;
    };
    try {
      await this.#settled(mayGoOn);
    } finally {
      traffic.release();
    }
  }

  async #settled(mayGoOn: () => boolean): Promise<void> {
    let ended = this.#invocationsEnded();
    let until = machineNow() + SETTLE_MS;
    for (let quiet = 0; quiet < QUIET_ROUNDS;) {
      this.poke();
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      const still = this.#running();
      quiet = still.length > 0 ? 0 : quiet + 1;
      if (mayGoOn()) return;
      if (this.#invocationsEnded() > ended) {
        ended = this.#invocationsEnded();
        until = machineNow() + SETTLE_MS;
      }
      if (machineNow() > until) throw new Error(`nothing ended for two minutes: ${still.join(', ')}`);
    }
  }

  /** What is in progress, requests after a turn left out. */
  #running(upTo = Infinity): string[] {
    const { pools, answering, pollers, traffic } = this.#work;
    const counted = upTo === Infinity ? pools : pools.filter((pool) => !answering.has(pool));
    return [
      ...counted.filter((pool) => pool.running > 0).map(({ shape }) => shape.name),
      ...pollers.filter((poller) => poller.busy).map(({ mapping }) => mapping.queue),
      ...(traffic.busy(upTo) ? ['a request'] : []),
    ];
  }

  #invocationsEnded(): number {
    return this.#work.pools.reduce((sum, pool) => sum + pool.invocations - pool.running, 0);
  }
}
