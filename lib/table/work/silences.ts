import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { AGAIN, BLAMED_ON_ACCOUNT_MAX, againAfter } from '../../limits.ts';
import { isTransient } from '../../refusal.ts';
import { errorFields } from '../../runtime/log.ts';
import { due, ownerIn, type DueKind, type DueWork } from './due.ts';
import { Unreadable } from '../../record.ts';
import { CannotOpen } from '../tenants/opening.ts';
import { isRateLimited, delayUntilTurn } from './limited-turns.ts';
import { isUnsteady } from './pay-health.ts';
import { type Item, Rejected, tryWrite } from '../table.ts';
import { forTenant } from '../../runtime/for-tenant.ts';

/** How often the wait has doubled after a silence of this length (ms). */
export function backoffSteps(silentMs: number): number {
  return Math.floor(Math.log2(Math.max(1, silentMs / AGAIN.ofRecord.firstMs)));
}

/** The kinds that do not wait behind other rate-limited work of their tenant. */
const IS_URGENT: ReadonlySet<DueKind> = new Set(['intent', 'checkout', 'ending']);

/** How often in a row the provider did not answer about one record. */
export interface Silences {
  /** Silences attributed to the record itself: each doubles the wait. */
  readonly own: number;
  /** Silences while the tenant's whole account had trouble. */
  readonly ofAccount: number;
  /** Times that it was rate-limited, which is not a silence. */
  readonly limited: number;
}

/** The next attempt (epoch ms) after no answer, and the silences so far. */
export interface Retry {
  readonly at: number;
  readonly silences: Silences;
}

/** When to retry after a silence of a tenant's provider: after a minute while the whole account has trouble. */
export async function retryAfter(app: CoreApp & OfTenant, kind: DueKind, silences: Silences): Promise<Retry> {
  const now = app.clock();
  const { ofAccount, limited } = silences;
  if (isRateLimited(app)) {
    const waitMs = await delayUntilTurn(app, { isUrgent: IS_URGENT.has(kind), times: limited });
    return { at: now + waitMs, silences: { ...silences, limited: limited + 1 } };
  }
  if (ofAccount < BLAMED_ON_ACCOUNT_MAX && (await isUnsteady(app)))
    return {
      at: now + againAfter(ofAccount, AGAIN.ofAccount),
      silences: { ...silences, ofAccount: ofAccount + 1 },
    };
  return retryWithBackoff(silences, now);
}

/** When to retry a record that is itself at fault. */
export function retryWithBackoff(silences: Silences, now: number): Retry {
  const { own } = silences;
  return { at: now + againAfter(own, AGAIN.ofRecord), silences: { ...silences, own: own + 1 } };
}

/** How long to wait (ms) before the next look-up of a money call, after look-ups without an answer for `silentMs`. */
export async function waitForOutcome(app: CoreApp & OfTenant, silentMs: number): Promise<number> {
  const doublings = backoffSteps(silentMs);
  if (isRateLimited(app)) return delayUntilTurn(app, { isUrgent: true, times: doublings });
  return (await isUnsteady(app)) ? AGAIN.ofAccount.firstMs : againAfter(doublings, AGAIN.ofRecord);
}

/** The silences counted on an item. */
export function silencesIn(item: Item | undefined): Silences {
  return {
    own: Number(item?.tries ?? 0),
    ofAccount: Number(item?.accountSilences ?? 0),
    limited: Number(item?.timesLimited ?? 0),
  };
}

/** The attributes that count silences; what has not happened is not written. */
export const silenceAttributes = ({ own, ofAccount, limited }: Silences) => ({
  ...(own > 0 && { tries: own }),
  ...(ofAccount > 0 && { accountSilences: ofAccount }),
  ...(limited > 0 && { timesLimited: limited }),
});

/** Postpones a due item after a silence of its tenant's provider. Silence decides nothing: the item stays due. */
export async function postponeSilent(app: CoreApp, kind: DueKind, work: DueWork): Promise<void> {
  const silences = silencesIn(await app.table.get(work.key, { consistent: true }));
  await postpone(app, kind, work, await retryAfter(forTenant(app, work.message.tenantId), kind, silences));
}

/** Whether the record or our code is at fault, so that an early retry would fail again. */
export const isUnprocessable = (error: unknown) =>
  [Unreadable, Rejected, TypeError, RangeError, URIError].some((fault) => error instanceof fault);

/** A due item that cannot be processed, and the function that failed. */
export interface UnprocessableItem {
  readonly kind: DueKind;
  readonly work: DueWork;
  readonly by: string;
}

/** What became of the work of a due item; `isDue`: the sweep sent it, so that nothing else leads to it. */
export interface FailedWork {
  readonly error: unknown;
  readonly isDue: boolean;
}

/**
 * Postpones work that would fail again at once: an account that cannot be opened now is waited for, and a record that cannot
 * be processed too, if it is due. Throws every other error.
 */
export async function postponeOrThrow(
  app: CoreApp,
  item: UnprocessableItem,
  { error, isDue }: FailedWork,
): Promise<void> {
  const isClosed = error instanceof CannotOpen;
  const fault = isClosed ? error.cause : error;
  if (isUnprocessable(fault) && (isDue || isClosed)) return postponeUnprocessable(app, item, fault);
  if (!isClosed) throw error;
  const { kind, work } = item;
  const tenant = work.message.tenantId;
  app.log.error('an account cannot be opened', { tenant, reference: kind, ...errorFields(fault) });
  const now = app.clock();
  const silences = silencesIn(await app.table.get(work.key, { consistent: true }));
  const inMinute = { at: now + AGAIN.ofAccount.firstMs, silences };
  await postpone(app, kind, work, isTransient(fault) ? inMinute : retryWithBackoff(silences, now));
}

/** Does the work of a due item, which is postponed where `postponeOrThrow` says so. */
export const orPostponed = (
  app: CoreApp,
  item: UnprocessableItem,
  isDue: boolean,
  run: () => Promise<void>,
): Promise<void> => run().catch((error: unknown) => postponeOrThrow(app, item, { error, isDue }));

/** Postpones an item that cannot be processed, with growing delays, and counts it, so that an alarm reports it. */
async function postponeUnprocessable(
  app: CoreApp,
  { kind, work, by }: UnprocessableItem,
  error: unknown,
): Promise<void> {
  const owner = ownerIn(work.message);
  app.log.error('due item cannot be processed', { ...owner, reference: kind, ...errorFields(error) });
  app.log.measure('Unreadable', 1, kind);
  // A bad record may have any cause; failing code calls for a rollback.
  if (!(error instanceof Unreadable)) app.log.measure('RequestsCrashed', 1, by);
  const silences = silencesIn(await app.table.get(work.key, { consistent: true }));
  await postpone(app, kind, work, retryWithBackoff(silences, app.clock()));
}

async function postpone(app: CoreApp, kind: DueKind, work: DueWork, { at, silences }: Retry): Promise<void> {
  const set = { ...silenceAttributes(silences), ...due(kind, at, work) };
  await tryWrite(() => app.table.apply({ update: work.key, set, if: [{ present: true }] }));
}
