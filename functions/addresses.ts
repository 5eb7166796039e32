import { pathsOf, reachedBy } from '../lib/route.ts';
import { ALL } from './all.ts';

/*
 * Runs when the functions are bundled, which then hold the list and no endpoint.
 */

/** Every path that is served, and its methods. */
export const addresses = async (): Promise<readonly Address[]> => {
  const files = await Promise.all(ALL.map((load) => load()));
  return files.flatMap(({ declared: { route } }) =>
    pathsOf(route).map((path) => ({ path, methods: reachedBy(route) })),
  );
};

interface Address {
  readonly path: string;
  readonly methods: readonly string[];
}
