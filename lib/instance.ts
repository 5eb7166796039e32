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

/**
 * Whether what was kept for `forMs` until an instant may still be used. An instant further ahead than that was set by a
 * clock that has been put back since.
 */
export function isFresh({ until }: { readonly until: number }, now: number, forMs: number): boolean {
  return now < until && until <= now + forMs;
}
