import { mayBeRepaired, type Difference } from '../billing/difference.ts';
import type { CoreApp, SendsTo, OfTenant } from '../runtime/app.ts';
import { COMPARISON, SECOND_MS } from '../limits.ts';
import { MESSAGE_DELAY_MAX_MS } from '../queue/delay.ts';
import { messageOf } from '../queue/messages.ts';
import { errorFields } from '../runtime/log.ts';
import {
  differencePut,
  differenceFoundAgain,
  isOpen,
  readableDifferences,
  openedAs,
  type KnownDifference,
  type NewDifference,
} from '../table/differences/differences.ts';
import { newsOf, peopleNotice, writeWithNotices } from '../messages/owe.ts';
import { countDifferences } from '../table/differences/found-differences.ts';

/** The differences found so far, and how many readings of subscribers will follow, each a call's time after the other. */
interface Recorded {
  readonly found: number;
  readonly repairs: number;
}

/**
 * Records what a comparison found, after `before` earlier findings. The subscribers of what is new or has changed are
 * reconciled once, where a reading may repair it; what is found again as it was is left to a person. A difference that a
 * person closed stays closed while it is the same. What an interrupted step of the comparison begun at `startedAt` (epoch ms)
 * has opened is new to the one that repeats it.
 */
export async function recordDifferences(
  app: CoreApp & SendsTo<'reconciliation'> & OfTenant,
  before: number,
  found: readonly NewDifference[],
  startedAt = Infinity,
): Promise<Recorded> {
  const room = Math.max(0, COMPARISON.differencesMax - before);
  for (const { kind } of found.slice(room)) app.log.measure('DifferencesNotKept', 1, kind);
  const listed = found.slice(0, room);
  const known = await readableDifferences(app, listed);
  const opened: Difference[] = [];
  for (const [at, one] of listed.entries()) {
    const earlier = known[at];
    if (earlier === 'unreadable') continue;
    const now = app.clock();
    if (earlier && isSame(earlier, one) && (isOpen(earlier) || staysClosed(earlier, now))) {
      await app.table.apply(differenceFoundAgain(app.tenantId, earlier, now));
      if (isOpen(earlier) && earlier.since >= startedAt) opened.push(earlier);
    } else {
      opened.push(openedAs(app.tenantId, one, earlier));
      const notice = isOpen(earlier) ? [] : await peopleNotice(app, newsOf(one, now));
      await writeWithNotices(app, differencePut(app.tenantId, one, now, earlier), notice);
      if (!isOpen(earlier)) countDifferences(app, [one]);
    }
  }
  return { found: before + found.length, repairs: await sendRepairs(app, opened) };
}

/**
 * Has the subscribers of what may be repaired read, each a call's time after the other. Those for whom the queue has no place
 * or no delay long enough are read at their own due time. Returns how many it sent.
 */
async function sendRepairs(
  app: CoreApp & SendsTo<'reconciliation'> & OfTenant,
  opened: readonly Difference[],
): Promise<number> {
  const repairs = opened
    .flatMap(({ id: differenceId, kind, subscriberId }) =>
      mayBeRepaired(kind) && subscriberId !== null
        ? [{ kind: 'repair', tenantId: app.tenantId, subscriberId, differenceId } as const]
        : [],
    )
    .slice(0, REPAIRS_MAX);
  if (repairs.length === 0) return 0;
  try {
    await app.queues.reconciliation.send(repairs.map((one, nth) => messageOf(one, delayOf(nth))));
    return repairs.length;
  } catch (error) {
    app.log.warn('repairs left to the due times', { tenant: app.tenantId, ...errorFields(error) });
    return 0;
  }
}

const delayOf = (nth: number) => Math.ceil((nth * COMPARISON.callEveryMs) / SECOND_MS);

/** So many lie within the longest delay of a message. */
const REPAIRS_MAX = Math.floor(MESSAGE_DELAY_MAX_MS / COMPARISON.callEveryMs);

const isSame = (known: KnownDifference, found: NewDifference) =>
  known.ours === found.ours && known.theirs === found.theirs;

/** Whether a person closed it. What has not been found for days was gone meanwhile, and has come back. */
function staysClosed({ closing, closedAt, foundAt }: KnownDifference, now: number): boolean {
  const lastSeen = Math.max(closedAt ?? 0, foundAt ?? 0);
  return closing !== null && lastSeen >= now - COMPARISON.closedWhileFoundWithinMs;
}
