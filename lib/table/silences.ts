import type { CoreApp } from '../app.ts';
import { SILENCE } from '../limits.ts';
import { due, type DueKind } from './due.ts';
import { isLimited, waitForTurn } from './limited-turns.ts';
import { isUnsteady } from './pay-health.ts';
import { type Item, type Key, tryWrite } from './table.ts';

/** How long to wait (ms) for something that the provider had been silent about so many times in a row before: doubling. */
export function doublingWait(silences: number): number {
  return Math.min(SILENCE.firstMs * 2 ** Math.min(silences, 30), SILENCE.maxMs);
}

/** How many silences in a row have doubled the wait, where silence has lasted this long (ms). */
export function doublingsIn(silentMs: number): number {
  return Math.floor(Math.log2(Math.max(1, silentMs / SILENCE.firstMs)));
}

/** What must not wait behind other work of its tenant. */
const IS_URGENT: ReadonlySet<DueKind> = new Set(['intent', 'checkout', 'ending']);

/** How often in a row the provider was silent about one thing. */
export interface Silences {
  /** Those that were the thing's own fault, as far as anybody knows: each doubles the wait. */
  readonly own: number;
  /** Those while the provider had trouble with all of the tenant's account. */
  readonly ofAccount: number;
}

/** Something that brought no answer: when it is tried again (epoch ms), and the silences up to now. */
export interface Retry {
  readonly at: number;
  readonly silences: Silences;
}

/**
 * When to try again what a tenant's provider stayed silent about. While it has trouble with all of the tenant's account,
 * the first silences say nothing about the one thing, which is tried again in a minute: so what an outage has delayed is
 * there soon after it, also where some calls went through meanwhile. What met the limit of the provider's calls comes back
 * at its turn, however often that was.
 */
export async function retryAfter(
  app: CoreApp,
  tenant: string,
  kind: DueKind,
  silences: Silences,
): Promise<Retry> {
  const now = app.clock();
  if (isLimited(app, tenant))
    return { at: now + (IS_URGENT.has(kind) ? SILENCE.firstMs : await waitForTurn(app, tenant)), silences };
  const { own, ofAccount } = silences;
  if (ofAccount < SILENCE.blamedOnAccount && (await isUnsteady(app, tenant)))
    return { at: now + SILENCE.firstMs, silences: { own, ofAccount: ofAccount + 1 } };
  return retryOf(silences, now);
}

/** When to try again what is at fault itself. */
export function retryOf({ own, ofAccount }: Silences, now: number): Retry {
  return { at: now + doublingWait(own), silences: { own: own + 1, ofAccount } };
}

/** How long to wait (ms) before a money call is looked up again, where look-ups have brought no answer for so long (ms). */
export async function waitForOutcome(app: CoreApp, tenant: string, silentMs: number): Promise<number> {
  if (isLimited(app, tenant) || (await isUnsteady(app, tenant))) return SILENCE.firstMs;
  return doublingWait(doublingsIn(silentMs));
}

/** The silences that an item counts. */
export function silencesIn(item: Item | undefined): Silences {
  return { own: Number(item?.silences ?? 0), ofAccount: Number(item?.accountSilences ?? 0) };
}

/** The attributes in which an item counts silences. */
export const silenceAttributes = ({ own, ofAccount }: Silences) => ({
  silences: own,
  accountSilences: ofAccount,
});

/**
 * Has something of a tenant that the provider was silent about taken up again. Silence decides nothing, so what is due
 * stays due.
 */
export async function postponeSilent(app: CoreApp, tenant: string, kind: DueKind, key: Key): Promise<void> {
  const silences = silencesIn(await app.table.get(key, { consistent: true }));
  await putOff(app, kind, key, await retryAfter(app, tenant, kind, silences));
}

/** Has something taken up again that cannot be worked on for a reason of its own: ever later, as long as that lasts. */
export async function postponeBroken(app: CoreApp, kind: DueKind, key: Key): Promise<void> {
  const silences = silencesIn(await app.table.get(key, { consistent: true }));
  await putOff(app, kind, key, retryOf(silences, app.clock()));
}

async function putOff(app: CoreApp, kind: DueKind, key: Key, { at, silences }: Retry): Promise<void> {
  const set = { ...silenceAttributes(silences), ...due(kind, at, key) };
  await tryWrite(() => app.table.apply({ update: key, set, if: [{ present: true }] }));
}
