import type { CoreApp } from './app.ts';

/** Something that each running instance has of its own, made when the instance first asks for it and kept while it lives. */
export function perInstance<T extends object>(make: () => T): (app: Pick<CoreApp, 'memory'>) => T {
  const all = new WeakMap<object, T>();
  return ({ memory }) => {
    const own = all.get(memory) ?? make();
    all.set(memory, own);
    return own;
  };
}
