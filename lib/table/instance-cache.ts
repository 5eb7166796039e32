import type { CoreApp } from '../runtime/app.ts';
import { MINUTE_MS } from '../limits.ts';
import { cachePerInstance, isFresh } from '../runtime/instance.ts';

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

/** A per-instance cache of what may be shown a minute late, such as the figures of a month. */
export class MinuteCache<Found> {
  readonly #of = cachePerInstance<{ readonly found: Found; readonly until: number }>();

  /** What was found within the last minute, or what `read` finds, which is kept where `mayKeep` says so. */
  async find(
    app: CoreApp,
    name: string,
    read: () => Promise<Found>,
    mayKeep: (found: Found) => boolean = () => true,
  ): Promise<Found> {
    const now = app.clock();
    const kept = this.#of(app).get(name);
    if (kept && isFresh(kept, now, MINUTE_MS)) return kept.found;
    const found = await read();
    if (mayKeep(found)) this.#of(app).set(name, { found, until: now + MINUTE_MS });
    return found;
  }
}
