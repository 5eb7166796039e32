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
