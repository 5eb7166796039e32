import { mayBeRepaired, type Difference } from '../billing/difference.ts';
import type { CoreApp, SendsTo } from '../runtime/app.ts';
import { COMPARISON } from '../limits.ts';
import { messageOf } from '../queue/messages.ts';
import { errorFields } from '../runtime/log.ts';
import {
  differencePut,
  differenceFoundAgain,
  isOpen,
  knownDifferences,
  openedAs,
  type KnownDifference,
  type NewDifference,
} from '../table/differences/differences.ts';
import { newsOf, peopleNotice, writeWithNotices } from '../messages/owe.ts';
import { countDifferences } from '../table/differences/found-differences.ts';

/**
 * Records what a comparison found, after `before` earlier findings, and has the subscribers of what may be repaired by a
 * reading reconciled. A difference that a person closed stays closed while it is the same. Returns the number found so far.
 */
export async function recordDifferences(
  app: CoreApp & SendsTo<'reconciliation'>,
  tenant: string,
  before: number,
  found: readonly NewDifference[],
): Promise<number> {
  const room = Math.max(0, COMPARISON.differencesMax - before);
  for (const { kind } of found.slice(room)) app.log.measure('DifferencesNotKept', 1, kind);
  const listed = found.slice(0, room);
  const known = await knownDifferences(app, tenant, listed);
  const open: Difference[] = [];
  for (const [at, one] of listed.entries()) {
    const earlier = known[at];
    const now = app.clock();
    if (earlier && isSame(earlier, one) && (isOpen(earlier) || staysClosed(earlier, now))) {
      await app.table.apply(differenceFoundAgain(tenant, earlier, now));
      if (isOpen(earlier)) open.push(earlier);
    } else {
      open.push(openedAs(tenant, one, earlier));
      const notice = isOpen(earlier) ? [] : await peopleNotice(app, tenant, newsOf(one, now));
      await writeWithNotices(app, differencePut(tenant, one, now, earlier), notice);
      if (!isOpen(earlier)) countDifferences(app, tenant, [one]);
    }
  }
  await sendRepairs(app, tenant, open);
  return before + found.length;
}

/** Has what may be repaired read again; what cannot be sent is found again by the next comparison. */
async function sendRepairs(
  app: CoreApp & SendsTo<'reconciliation'>,
  tenantId: string,
  open: readonly Difference[],
): Promise<void> {
  const messages = open.flatMap(({ id: differenceId, kind, subscriberId }) =>
    mayBeRepaired(kind) && subscriberId !== null
      ? [messageOf({ kind: 'repair', tenantId, subscriberId, differenceId })]
      : [],
  );
  if (messages.length === 0) return;
  try {
    await app.queues.reconciliation.send(messages);
  } catch (error) {
    app.log.warn('repairs left to the next comparison', { tenant: tenantId, ...errorFields(error) });
  }
}

const isSame = (known: KnownDifference, found: NewDifference) =>
  known.ours === found.ours && known.theirs === found.theirs;

/** Whether a person closed it. What has not been found for days was gone meanwhile, and has come back. */
function staysClosed({ closing, closedAt, foundAt }: KnownDifference, now: number): boolean {
  const lastSeen = Math.max(closedAt ?? 0, foundAt ?? 0);
  return closing !== null && lastSeen >= now - COMPARISON.closedWhileFoundWithinMs;
}
