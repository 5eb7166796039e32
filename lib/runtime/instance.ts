import type { CoreApp } from './app.ts';

/** A value per running instance, created on first use and kept for the instance's lifetime. */
export function perInstance<T extends object>(make: () => T): (app: Pick<CoreApp, 'memory'>) => T {
  const all = new WeakMap<object, T>();
  return ({ memory }) => {
    const own = all.get(memory) ?? make();
    all.set(memory, own);
    return own;
  };
}

/** Entries of an instance's cache: thousands of tenants, and a few megabytes. */
const ENTRIES_MAX = 10_000;

/** A map for a cache: beyond `max` entries the one set longest ago is dropped. */
export class BoundedMap<T> extends Map<string, T> {
  readonly #max: number;

  constructor(max = ENTRIES_MAX) {
    super();
    this.#max = max;
  }

  override set(name: string, value: T): this {
    this.delete(name);
    super.set(name, value);
    const [oldest] = this.keys();
    if (this.size > this.#max && oldest !== undefined) this.delete(oldest);
    return this;
  }
}

/** A cache per running instance, bounded in size. */
export const cachePerInstance = <T>() => perInstance(() => new BoundedMap<T>());

/**
 * Whether what was kept for `forMs` until an instant may still be used. An instant further ahead than that was set by a
 * clock that has been put back since.
 */
export function isFresh({ until }: { readonly until: number }, now: number, forMs: number): boolean {
  return now < until && until <= now + forMs;
}
