import type { Scheduler } from 'fast-check';
import { Conflict } from '../../../lib/table/table.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import type { Answer, World } from '../../support/world/world.ts';
import { throughPorts, type PortCall, type Through } from '../ports.ts';

/** One process in a race: it begins after some idle steps, and may have an answer in the end. */
export interface Runner {
  readonly name: string;
  readonly after: number;
  readonly run: (process: Instance) => Promise<Answer | undefined>;
}

/**
 * Processes side by side, of which at each step the scheduler lets one go on. Every outside call waits twice: before
 * its effect and before its answer is heard, so that effects and answers come in any order. A step is taken only when
 * nobody is at work any more, so a schedule plays the same way however busy the machine is.
 */
export class Race {
  effects = 0;
  conflicts = 0;
  readonly #world: World;
  readonly #app: App;
  readonly #scheduler: Scheduler;
  readonly #callTakesMs: number;
  /** How many calls of each process stand and wait. */
  readonly #standing = new Map<string, number>();
  readonly #running = new Set<string>();
  #working = 0;

  constructor(world: World, app: App, scheduler: Scheduler, callTakesMs = 1) {
    this.#world = world;
    this.#app = app;
    this.#scheduler = scheduler;
    this.#callTakesMs = callTakesMs;
  }

  /** Runs to the end; the answers are in the order of the runners. */
  async run(runners: readonly Runner[]): Promise<(Answer | undefined)[]> {
    const ends: Promise<Answer | undefined>[] = [];
    for (const runner of runners) {
      ends.push(this.#begin(runner));
      await this.#allStand();
    }
    for (; this.#scheduler.count() > 0; await this.#allStand()) await this.#scheduler.waitNext(1);
    return Promise.all(ends);
  }

  /** Lets the others take some steps. */
  async idle(name: string, steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) await this.#stand(name, `${name} waits`);
  }

  async #begin({ name, after, run }: Runner): Promise<Answer | undefined> {
    this.#running.add(name);
    try {
      await this.idle(name, after);
      return await run(instanceOf(throughPorts(this.#app, this.#gates(name))));
    } finally {
      this.#running.delete(name);
    }
  }

  #gates(name: string): Through {
    return async (call, effect) => {
      if (isAside(call)) return effect();
      const label = `${name} ${call.port}.${call.method}`;
      await this.#stand(name, `${label} arrives`);
      const [outcome] = await this.#atWork(effect);
      const failed = outcome.status === 'rejected';
      await this.#stand(name, `${label} answers${failed ? ` ${String(outcome.reason)}` : ''}`);
      if (failed) throw outcome.reason;
      return outcome.value;
    };
  }

  async #atWork<T>(effect: () => Promise<T>): Promise<[PromiseSettledResult<T>]> {
    this.#working++;
    const outcome = await Promise.allSettled([effect()]);
    await this.#world.clock.advanceTo(this.#world.clock.now() + this.#callTakesMs);
    this.#working--;
    this.effects++;
    if (outcome[0].status === 'rejected' && outcome[0].reason instanceof Conflict) this.conflicts++;
    return outcome;
  }

  async #stand(name: string, label: string): Promise<void> {
    this.#standing.set(name, this.#standingOf(name) + 1);
    await this.#scheduler.schedule(Promise.resolve(), label);
    this.#standing.set(name, this.#standingOf(name) - 1);
  }

  #standingOf(name: string): number {
    return this.#standing.get(name) ?? 0;
  }

  /** Every promise that can go on by itself has done so when the event loop comes round. */
  async #allStand(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#working > 0 || [...this.#running].some((name) => this.#standingOf(name) === 0));
  }
}

/** Calls that touch nothing the others see; the sixteen shards read by each sweep would drown all other steps. */
const isAside = ({ port, method }: PortCall) => port === 'secrets' || method === 'due';
