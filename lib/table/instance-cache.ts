import type { CoreApp } from '../runtime/app.ts';
import { cachePerInstance } from '../runtime/instance.ts';

/** A per-instance cache of facts of one kind that never change, such as when an event was committed. */
export class InstanceCache<Fact> {
  readonly #of = cachePerInstance<Fact>();

  /** The cached fact, or what `read` finds. Undefined is not cached. */
  async find(app: CoreApp, name: string, read: () => Promise<Fact | undefined>): Promise<Fact | undefined> {
    const fact = this.#of(app).get(name) ?? (await read());
    if (fact !== undefined) this.add(app, name, fact);
    return fact;
  }

  add(app: CoreApp, name: string, fact: Fact): void {
    this.#of(app).set(name, fact);
  }
}
