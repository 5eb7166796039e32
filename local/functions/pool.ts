import { randomUUID } from 'node:crypto';
import { Instance, type InstanceOutside } from './instance.ts';
import type { FunctionShape } from '../template/shape.ts';

/** The most workers that compute at once; more would compete for the CPU. Workers that wait outside do not count. */
const AT_WORK_MAX = 4;
/** Above that, another worker starts after nobody was free for this long. */
const PATIENCE_MS = 100;

/** One function's workers: started on demand and reused, as in Lambda. */
export class Pool {
  readonly shape: FunctionShape;
  invocations = 0;
  errors = 0;
  coldStarts = 0;
  /** Invocations that have not ended, including those that wait for a worker. */
  running = 0;
  readonly #outside: InstanceOutside;
  readonly #instances = new Set<Instance>();
  /** Of all instances that ever ran: the links they signed outlive them. */
  readonly #keys = new Set<string>();
  readonly #idle: Instance[] = [];
  readonly #waiting: (() => void)[] = [];
  #growth: NodeJS.Timeout | undefined;

  constructor(shape: FunctionShape, outside: InstanceOutside) {
    this.shape = shape;
    this.#outside = outside;
  }

  /** The instance whose access key this is. */
  withKey(key: string): Instance | undefined {
    for (const instance of this.#instances) if (instance.key === key) return instance;
    return undefined;
  }

  /** Whether one of its instances has or had this access key. */
  hadKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Runs the function once. Rejects with FunctionError if it throws, times out or dies. */
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
    clearTimeout(this.#growth);
    await Promise.all([...this.#instances].map((instance) => instance.stop()));
  }

  async #take(): Promise<Instance> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle?.alive) return idle;
      if (idle) this.#instances.delete(idle);
      else if (this.#instances.size < Math.min(AT_WORK_MAX, this.shape.concurrency)) return this.#start();
      else await this.#turn();
    }
  }

  #turn(): Promise<void> {
    const turn = new Promise<void>((resume) => this.#waiting.push(resume));
    this.#growth ??= setTimeout(() => this.#grow(), PATIENCE_MS);
    return turn;
  }

  #grow(): void {
    const atWork = [...this.#instances].filter((instance) => !instance.waitsSince(PATIENCE_MS)).length;
    const mayGrow = this.#instances.size < this.shape.concurrency && atWork < AT_WORK_MAX;
    if (!mayGrow || this.#waiting.length === 0) return this.#checkAgain();
    this.#idle.push(this.#start());
    this.#resumeOne();
  }

  /** Considers another worker once nobody has been free for a while. */
  #checkAgain(): void {
    clearTimeout(this.#growth);
    this.#growth = undefined;
    if (this.#waiting.length > 0) this.#growth = setTimeout(() => this.#grow(), PATIENCE_MS);
  }

  #start(): Instance {
    this.coldStarts++;
    const instance = new Instance(this.shape, this.#outside);
    this.#keys.add(instance.key);
    this.#instances.add(instance);
    return instance;
  }

  #giveBack(instance: Instance): void {
    if (instance.alive) this.#idle.push(instance);
    else this.#instances.delete(instance);
    this.#resumeOne();
  }

  #resumeOne(): void {
    this.#waiting.shift()?.();
    this.#checkAgain();
  }
}
