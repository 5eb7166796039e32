import { randomUUID } from 'node:crypto';
import { Instance, type InstanceOutside } from './instance.ts';
import type { FunctionShape } from './shape.ts';

/** One function's workers: started when first needed, each kept for the next invocation, as in Lambda. */
export class Pool {
  readonly shape: FunctionShape;
  invocations = 0;
  errors = 0;
  coldStarts = 0;
  /** Invocations that have not ended, those that wait for a worker included. */
  running = 0;
  readonly #outside: InstanceOutside;
  readonly #instances = new Set<Instance>();
  readonly #idle: Instance[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(shape: FunctionShape, outside: InstanceOutside) {
    this.shape = shape;
    this.#outside = outside;
  }

  /** The instance whose access key this is. */
  withKey(key: string): Instance | undefined {
    for (const instance of this.#instances) if (instance.key === key) return instance;
    return undefined;
  }

  /** Runs the function once. Rejects with FunctionError where it throws, takes too long or dies. */
  async invoke(event: unknown): Promise<unknown> {
    this.running++;
    this.invocations++;
    let instance: Instance | undefined;
    try {
      instance = await this.#take();
      return await instance.invoke(randomUUID(), event);
    } catch (error) {
      this.errors++;
      throw error;
    } finally {
      this.running--;
      if (instance) this.#giveBack(instance);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#instances].map((instance) => instance.stop()));
  }

  async #take(): Promise<Instance> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle?.alive) return idle;
      if (idle) this.#instances.delete(idle);
      else if (this.#instances.size < this.shape.concurrency) return this.#start();
      else await new Promise<void>((resume) => this.#waiting.push(resume));
    }
  }

  #start(): Instance {
    this.coldStarts++;
    const instance = new Instance(this.shape, this.#outside);
    this.#instances.add(instance);
    return instance;
  }

  #giveBack(instance: Instance): void {
    if (instance.alive) this.#idle.push(instance);
    else this.#instances.delete(instance);
    this.#waiting.shift()?.();
  }
}
