import { tenantsHeldBack } from '../pay/health.ts';
import type { CoreApp } from '../runtime/app.ts';
import { SWEEP, SWEEP_GRACE_MS } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import type { SweepMessage } from '../queue/messages.ts';
import { DUE_ATTRIBUTES, DUE_SINCE } from '../table/work/due.ts';
import { tenantIn } from '../table/key-parts.ts';
import { onConflict, type DueKey, type Item, type Update } from '../table/table.ts';
import { SENT_AFTER_COMMIT, forwarded, type ForwardedWork } from './due-work.ts';
import type { Turns } from './turns.ts';

/** Leased work, of an item that was due at `dueBefore` (epoch ms). */
export interface LeasedWork extends ForwardedWork {
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

/** Leases one due item. Undefined if another run has it, it has to wait, or its message is unreadable. */
export async function handOut(app: CoreApp, key: DueKey, run: HandOutRun): Promise<LeasedWork | undefined> {
  const isSubscriber = run.kind === 'ending' || run.kind === 'reconciliation';
  const item = await moveDueTime(app, key, run.leaseEnd, isSubscriber ? { [DUE_SINCE]: key.dueAt } : {});
  if (!item) return undefined;
  const work = readWork(app, item, run);
  const again = work ? await turnOf(app, item, work, run.turns) : app.clock() + SWEEP.unreadableMs;
  if (work && again === undefined) return { ...work, item, dueBefore: key.dueAt };
  if (again !== undefined) await moveDueTime(app, leasedKey(item), again);
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

/** The message that an item carries; undefined for an unreadable one, which is logged and counted. */
function readWork(app: CoreApp, item: Item, { kind }: HandOutRun): ForwardedWork | undefined {
  try {
    return forwarded(item);
  } catch (error) {
    app.log.error('due item unreadable', { tenant: tenantIn(item), reference: kind, ...errorFields(error) });
    app.log.measure('Unreadable', 1, kind);
    return undefined;
  }
}

/** For an item without a tenant in its key: undefined if its turn is now, else when it is due again (epoch ms). */
async function turnOf(
  app: CoreApp,
  item: Item,
  { message: { group: tenant } }: ForwardedWork,
  turns: Turns,
): Promise<number | undefined> {
  if (tenantIn(item) !== undefined) return undefined;
  const unknown = turns.unknown([tenant]);
  turns.hold(unknown, await tenantsHeldBack(app, unknown));
  const turn = turns.next(tenant);
  if (turn === 'now') return undefined;
  return turn === 'held' ? app.clock() + SWEEP_GRACE_MS : turn;
}
