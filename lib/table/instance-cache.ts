import type { CoreApp } from '../app.ts';
import { perInstance } from '../instance.ts';

/** Cache size; beyond it the oldest entry is dropped. */
const ENTRIES_MAX = 1_000;

/** A per-instance cache of facts of one kind that never change, such as when an event was committed. */
export class InstanceCache<Fact> {
  readonly #of = perInstance(() => new Map<string, Fact>());

  /** The cached fact, or what `read` finds. Undefined is not cached. */
  async find(app: CoreApp, name: string, read: () => Promise<Fact | undefined>): Promise<Fact | undefined> {
    const fact = this.#of(app).get(name) ?? (await read());
    if (fact !== undefined) this.add(app, name, fact);
    return fact;
  }

  /** Adds a fact to the cache. */
  add(app: CoreApp, name: string, fact: Fact): void {
    const known = this.#of(app);
    known.set(name, fact);
    const [oldest] = known.keys();
    if (known.size > ENTRIES_MAX && oldest !== undefined) known.delete(oldest);
  }
}
