import type { CoreApp } from '../runtime/app.ts';
import { COMPARISON } from '../limits.ts';
import {
  differencePut,
  differenceFoundAgain,
  isOpen,
  knownDifferences,
  type KnownDifference,
  type NewDifference,
} from '../table/differences/differences.ts';
import { newsOf, peopleNotice, writeWithNotices } from '../messages/owe.ts';
import { countDifferences } from '../table/differences/found-differences.ts';

/**
 * Records what a comparison found, after `before` earlier findings. A difference that a person closed stays closed while
 * it is the same. Returns the number found so far.
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
    const earlier = known[at];
    const now = app.clock();
    if (earlier && isSame(earlier, one) && (isOpen(earlier) || staysClosed(earlier, now)))
      await app.table.apply(differenceFoundAgain(tenant, earlier, now));
    else {
      const notice = isOpen(earlier) ? [] : await peopleNotice(app, tenant, newsOf(one, now));
      await writeWithNotices(app, differencePut(tenant, one, now, earlier), notice);
      if (!isOpen(earlier)) countDifferences(app, tenant, [one]);
    }
  }
  return before + found.length;
}

const isSame = (known: KnownDifference, found: NewDifference) =>
  known.ours === found.ours && known.theirs === found.theirs;

/** Whether a person closed it. What has not been found for days was gone meanwhile, and has come back. */
function staysClosed({ closing, closedAt, foundAt }: KnownDifference, now: number): boolean {
  const lastSeen = Math.max(closedAt ?? 0, foundAt ?? 0);
  return closing !== null && lastSeen >= now - COMPARISON.closedWhileFoundWithinMs;
}
