import type { App } from '../../../lib/runtime/app.ts';
import { throughPorts, type Port } from '../ports.ts';
import type { VirtualTime } from './time.ts';

/** `repeat`: the client lost the first answer and asks again by itself; the caller sees only the second answer. */
export type Fault = 'die before' | 'die after' | 'error before' | 'error after' | 'repeat';
export const FAULTS: readonly Fault[] = ['die before', 'die after', 'error before', 'error after', 'repeat'];

/** Which fault strikes the n-th outside call of a run. */
export type Plan = (n: number, port: Port) => Fault | undefined;

/** One process: it dies at once, and then nothing it was waiting for ever comes back. */
export class Process {
  #alive = true;
  onDeath: () => void = () => undefined;

  isAlive(): boolean {
    return this.#alive;
  }

  die(): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.onDeath();
  }
}

const never = new Promise<never>(() => undefined);

/** Everything outside goes through here: each call is numbered, takes time, and may meet a fault. */
export class Outside {
  calls = 0;
  effects = 0;
  /** Faults that really struck, apart from repeats, which must not be noticed at all. */
  struck = 0;
  kills = 0;
  readonly #time: VirtualTime;
  readonly #plan: Plan;
  readonly #latencyMs: () => number;

  constructor(time: VirtualTime, plan: Plan, latencyMs: () => number) {
    this.#time = time;
    this.#plan = plan;
    this.#latencyMs = latencyMs;
  }

  async call<T>(process: Process, port: Port, effect: () => Promise<T>): Promise<T> {
    const fault = this.#plan(this.calls++, port);
    if (fault && fault !== 'repeat') this.struck++;
    if (fault === 'die before') this.#kill(process);
    if (!process.isAlive()) return never;
    await this.#time.sleep(this.#latencyMs());
    const result = fault === 'error before' ? lost() : await this.#carryOut(effect, fault);
    if (fault === 'die after') this.#kill(process);
    await this.#time.sleep(this.#latencyMs());
    if (!process.isAlive()) return never;
    const answer = fault === 'error after' ? lost() : result;
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  #kill(process: Process): void {
    if (process.isAlive()) this.kills++;
    process.die();
  }

  async #carryOut<T>(effect: () => Promise<T>, fault: Fault | undefined): Promise<PromiseSettledResult<T>> {
    this.effects++;
    const [first] = await Promise.allSettled([effect()]);
    if (fault !== 'repeat') return first;
    return (await Promise.allSettled([effect()]))[0];
  }

  /** The App as one process sees it. A POST is never repeated by a client, so a repeat passes it by. */
  app(process: Process, inside: App): App {
    return throughPorts(inside, ({ port }, effect) => this.call(process, port, once(port, effect)));
  }
}

function once<T>(port: Port, effect: () => Promise<T>): () => Promise<T> {
  if (port !== 'post') return effect;
  let made: Promise<T> | undefined;
  return () => (made ??= effect());
}

function lost(): PromiseRejectedResult {
  return { status: 'rejected', reason: new Error('the answer never came') };
}
