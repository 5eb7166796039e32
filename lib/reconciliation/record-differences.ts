import type { CoreApp } from '../app.ts';
import { COMPARISON } from '../billing/comparison-limits.ts';
import {
  differencePut,
  differenceFoundAgain,
  knownDifferences,
  type NewDifference,
} from '../table/differences.ts';

/**
 * Records what a comparison found, after `before` earlier findings; a difference that is open already keeps its
 * `since`. Returns the number found so far.
 */
export async function recordDifferences(
  app: CoreApp,
  tenant: string,
  before: number,
  found: readonly NewDifference[],
): Promise<number> {
  const room = Math.max(0, COMPARISON.differencesMax - before);
  for (const { kind } of found.slice(room)) app.log.measure('DifferencesNotKept', 1, kind);
  const listed = found.slice(0, room);
  const known = await knownDifferences(app, tenant, listed);
  for (const [at, one] of listed.entries()) {
    const open = known[at]?.closedAt === null ? known[at] : undefined;
    if (open && open.ours === one.ours && open.theirs === one.theirs)
      await app.table.apply(differenceFoundAgain(tenant, open, app.clock()));
    else {
      const since = open?.since ?? one.since;
      await app.table.write(differencePut(tenant, { ...one, since }, app.clock()));
      const about = { tenant, subscriberId: one.subscriberId ?? undefined, reference: one.reference };
      if (!open) app.log.measure('DifferencesFound', 1, one.kind, about);
    }
  }
  return before + found.length;
}
