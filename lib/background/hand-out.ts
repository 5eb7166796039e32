import { heldBack } from '../account/pay-health.ts';
import type { CoreApp } from '../app.ts';
import { SWEEP_GRACE_MS } from '../limits.ts';
import { SWEEP } from './sweep-limits.ts';
import { errorFields } from '../log.ts';
import { isTransient } from '../refusal.ts';
import type { SweepMessage } from '../queue/messages.ts';
import { DUE_ATTRIBUTES, DUE_SINCE } from '../table/due.ts';
import { tenantIn } from '../table/key-parts.ts';
import { onConflict, type DueKey, type Item, type Update } from '../table/table.ts';
import { HAS_QUICK_PATH, tenantOf, workFor, type Work } from './due-work.ts';
import type { Turns } from './turns.ts';

/** Work that was handed out, of a thing that was due at `dueBefore` (epoch ms). */
export interface HandedOut extends Work {
  readonly item: Item;
  readonly dueBefore: number;
}

/** How one run hands things out. */
export interface HandingOut {
  readonly kind: SweepMessage['kind'];
  readonly turns: Turns;
  /** When what is handed out is due again (epoch ms), should nobody have dealt with it. */
  readonly leaseEnd: number;
}

/** How long after its time a thing is taken up (ms): at once, or once a message sent at once had a minute. */
export function graceOf(kind: SweepMessage['kind']): number {
  return HAS_QUICK_PATH.has(kind) ? SWEEP_GRACE_MS + 1 : 0;
}

/** A lease that begins now. Its last digits are a run's own, which tells its writes from another's at the same instant. */
export function leaseEndOf(app: CoreApp, kind: SweepMessage['kind']): number {
  const own = Array.from(app.newId()).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000, 0);
  return app.clock() + SWEEP.leaseMs - graceOf(kind) + own;
}

/** Takes one due thing. Undefined where somebody else has it, it has to wait, or there is nothing to do for it. */
export async function handOut(app: CoreApp, key: DueKey, run: HandingOut): Promise<HandedOut | undefined> {
  const isSubscriber = run.kind === 'ending' || run.kind === 'reconciliation';
  const item = await moveOn(app, key, run.leaseEnd, isSubscriber ? { [DUE_SINCE]: key.dueAt } : {});
  if (!item) return undefined;
  const work = await workOrLater(app, item, run);
  if (work && 'message' in work) return { ...work, item, dueBefore: key.dueAt };
  if (work) await moveOn(app, leased(item), work.again);
  return undefined;
}

/** Gives a thing back whose message was not taken. */
export async function giveBack(app: CoreApp, { item, dueBefore }: HandedOut): Promise<void> {
  await moveOn(app, leased(item), dueBefore);
}

/**
 * Moves a due thing's time, if it is still due when it was found so. Answers the item as it is then, or undefined where
 * somebody else has it: so nothing is handed out twice. A write that the client repeated by itself meets its own first
 * try, which the new time gives away.
 */
export async function moveOn(
  app: CoreApp,
  { pk, sk, dueAt }: DueKey,
  to: number,
  more: Readonly<Record<string, number>> = {},
): Promise<Item | undefined> {
  const handOut: Update = {
    update: { pk, sk },
    set: { [DUE_ATTRIBUTES.at]: to, ...more },
    if: [{ attribute: DUE_ATTRIBUTES.at, is: dueAt }],
  };
  return onConflict(
    () => app.table.apply(handOut),
    ({ found: [item] }) => (item?.[DUE_ATTRIBUTES.at] === to ? item : undefined),
  );
}

const leased = ({ pk, sk, dueAt }: Item): DueKey => ({ pk, sk, dueAt: Number(dueAt) });

/** What kept a thing from being worked on may pass: then nothing is done for it until its lease is over. */
async function workOrLater(app: CoreApp, item: Item, { kind, turns }: HandingOut) {
  try {
    if (tenantIn(item) === undefined) {
      const later = await turnOf(app, tenantOf(item), turns);
      if (later !== undefined) return { again: later };
    }
    return await workFor(app, kind, item);
  } catch (error) {
    app.log.error('a due thing cannot be read', { reference: kind, ...errorFields(error) });
    app.log.measure('SweepUnreadable', 1, kind);
    return isTransient(error) ? undefined : { again: app.clock() + SWEEP.unreadableMs };
  }
}

/** Of a thing whose key names no tenant: undefined where its turn is now, else when to come back to it (epoch ms). */
async function turnOf(app: CoreApp, tenant: string, turns: Turns): Promise<number | undefined> {
  const unknown = turns.unknown([tenant]);
  turns.hold(unknown, await heldBack(app, unknown));
  const turn = turns.next(tenant);
  if (turn === 'now') return undefined;
  return turn === 'held' ? app.clock() + SWEEP_GRACE_MS : turn;
}
