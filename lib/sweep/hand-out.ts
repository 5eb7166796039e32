import { tenantsHeldBack } from '../pay/health.ts';
import type { CoreApp } from '../runtime/app.ts';
import { SWEEP, SWEEP_GRACE_MS } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { isTransient } from '../refusal.ts';
import type { SweepMessage } from '../queue/messages.ts';
import { DUE_ATTRIBUTES, DUE_SINCE, ownerIn } from '../table/work/due.ts';
import { tenantIn } from '../table/key-parts.ts';
import { onConflict, type DueKey, type Item, type Update } from '../table/table.ts';
import { SENT_AFTER_COMMIT, tenantOf, workFor, type DueWork } from './due-work.ts';
import type { Turns } from './turns.ts';

/** Leased work, of an item that was due at `dueBefore` (epoch ms). */
export interface LeasedWork extends DueWork {
  readonly item: Item;
  readonly dueBefore: number;
}

/** The parameters of one run. */
export interface HandOutRun {
  readonly kind: SweepMessage['kind'];
  readonly turns: Turns;
  /** When leased items are due again (epoch ms) if nobody has processed them. */
  readonly leaseEnd: number;
}

/** How long the sweep waits after an item's due time (ms): a minute if a message was sent right away, else 0. */
export function graceOf(kind: SweepMessage['kind']): number {
  return SENT_AFTER_COMMIT.has(kind) ? SWEEP_GRACE_MS + 1 : 0;
}

/** The end of a lease that begins now. Its last digits are random, to tell this run's writes from a concurrent one's. */
export function leaseEndOf(app: CoreApp, kind: SweepMessage['kind']): number {
  const own = Array.from(app.newId()).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000, 0);
  return app.clock() + SWEEP.leaseMs - graceOf(kind) + own;
}

/** Leases one due item. Undefined if another run has it, it has to wait, or nothing is to be done. */
export async function handOut(app: CoreApp, key: DueKey, run: HandOutRun): Promise<LeasedWork | undefined> {
  const isSubscriber = run.kind === 'ending' || run.kind === 'reconciliation';
  const item = await moveDueTime(app, key, run.leaseEnd, isSubscriber ? { [DUE_SINCE]: key.dueAt } : {});
  if (!item) return undefined;
  const work = await findWork(app, item, run);
  if (work && 'message' in work) return { ...work, item, dueBefore: key.dueAt };
  if (work) await moveDueTime(app, leasedKey(item), work.again);
  return undefined;
}

/** Ends the lease of an item whose message was not sent. */
export async function releaseLease(app: CoreApp, { item, dueBefore }: LeasedWork): Promise<void> {
  await moveDueTime(app, leasedKey(item), dueBefore);
}

/** Moves an item's due time; undefined if another run has moved it, so that nothing is handed out twice. */
export async function moveDueTime(
  app: CoreApp,
  { pk, sk, dueAt }: DueKey,
  to: number,
  more: Readonly<Record<string, number>> = {},
): Promise<Item | undefined> {
  const move: Update = {
    update: { pk, sk },
    set: { [DUE_ATTRIBUTES.at]: to, ...more },
    if: [{ attribute: DUE_ATTRIBUTES.at, is: dueAt }],
  };
  return onConflict(
    () => app.table.apply(move),
    ({ found: [item] }) => (item?.[DUE_ATTRIBUTES.at] === to ? item : undefined),
  );
}

const leasedKey = ({ pk, sk, dueAt }: Item): DueKey => ({ pk, sk, dueAt: Number(dueAt) });

/** The work of an item whose turn it is: an unreadable one is postponed, after any other error it stays leased. */
async function findWork(app: CoreApp, item: Item, run: HandOutRun) {
  const work = await readWork(app, item, run);
  if (!work || 'again' in work || tenantIn(item) !== undefined) return work;
  const later = await turnOf(app, tenantOf(item), run.turns);
  return later === undefined ? work : { again: later };
}

async function readWork(app: CoreApp, item: Item, { kind }: HandOutRun) {
  try {
    return await workFor(app, kind, item);
  } catch (error) {
    app.log.error('due item unreadable', { ...ownerIn(item), reference: kind, ...errorFields(error) });
    app.log.measure('Unreadable', 1, kind);
    return isTransient(error) ? undefined : { again: app.clock() + SWEEP.unreadableMs };
  }
}

/** For an item without a tenant in its key: undefined if its turn is now, else when it is due again (epoch ms). */
async function turnOf(app: CoreApp, tenant: string, turns: Turns): Promise<number | undefined> {
  const unknown = turns.unknown([tenant]);
  turns.hold(unknown, await tenantsHeldBack(app, unknown));
  const turn = turns.next(tenant);
  if (turn === 'now') return undefined;
  return turn === 'held' ? app.clock() + SWEEP_GRACE_MS : turn;
}
