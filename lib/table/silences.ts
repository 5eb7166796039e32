import type { CoreApp } from '../app.ts';
import { SILENCE } from '../limits.ts';
import { errorFields } from '../log.ts';
import { due, type DueKind } from './due.ts';
import { Unreadable } from './fields.ts';
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

/** What must not wait behind other work of its tenant that met the limit of the provider's calls. */
const IS_URGENT: ReadonlySet<DueKind> = new Set(['intent', 'checkout', 'ending']);

/** How often in a row the provider was silent about one thing. */
export interface Silences {
  /** Those that were the thing's own fault, as far as anybody knows: each doubles the wait. */
  readonly own: number;
  /** Those while the provider had trouble with all of the tenant's account. */
  readonly ofAccount: number;
  /** Times that it met the limit of the provider's calls, which is no silence. */
  readonly limited: number;
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
  const { ofAccount, limited } = silences;
  if (isLimited(app, tenant)) {
    const waitMs = await waitForTurn(app, tenant, { isUrgent: IS_URGENT.has(kind), times: limited });
    return { at: now + waitMs, silences: { ...silences, limited: limited + 1 } };
  }
  if (ofAccount < SILENCE.blamedOnAccount && (await isUnsteady(app, tenant)))
    return { at: now + SILENCE.firstMs, silences: { ...silences, ofAccount: ofAccount + 1 } };
  return retryOf(silences, now);
}

/** When to try again what is at fault itself. */
export function retryOf(silences: Silences, now: number): Retry {
  const { own } = silences;
  return { at: now + doublingWait(own), silences: { ...silences, own: own + 1 } };
}

/** How long to wait (ms) before a money call is looked up again, where look-ups have brought no answer for so long (ms). */
export async function waitForOutcome(app: CoreApp, tenant: string, silentMs: number): Promise<number> {
  const doublings = doublingsIn(silentMs);
  if (isLimited(app, tenant)) return waitForTurn(app, tenant, { isUrgent: true, times: doublings });
  return (await isUnsteady(app, tenant)) ? SILENCE.firstMs : doublingWait(doublings);
}

/** The silences that an item counts. */
export function silencesIn(item: Item | undefined): Silences {
  return {
    own: Number(item?.silences ?? 0),
    ofAccount: Number(item?.accountSilences ?? 0),
    limited: Number(item?.timesLimited ?? 0),
  };
}

/** The attributes in which an item counts silences. */
export const silenceAttributes = ({ own, ofAccount, limited }: Silences) => ({
  silences: own,
  accountSilences: ofAccount,
  timesLimited: limited,
});

/**
 * Has something of a tenant that the provider was silent about taken up again. Silence decides nothing, so what is due
 * stays due.
 */
export async function postponeSilent(app: CoreApp, tenant: string, kind: DueKind, key: Key): Promise<void> {
  const silences = silencesIn(await app.table.get(key, { consistent: true }));
  await putOff(app, kind, key, await retryAfter(app, tenant, kind, silences));
}

/** Whether the record or our own code is at fault, so that trying again soon brings the same. */
export const isBroken = (error: unknown) =>
  error instanceof Unreadable || error instanceof TypeError || error instanceof RangeError;

/** Something due that cannot be worked on: whose, as what it is due, and which function failed at it. */
export interface Broken {
  readonly tenant: string | undefined;
  readonly kind: DueKind;
  readonly key: Key;
  readonly by: string;
}

/**
 * Has what cannot be worked on tried ever later, and counts it: its message would be out of date before it had failed
 * often enough to become a dead letter, and nobody would hear of it.
 */
export async function setAside(
  app: CoreApp,
  { tenant, kind, key, by }: Broken,
  error: unknown,
): Promise<void> {
  app.log.error('a due thing cannot be worked on', { tenant, reference: kind, ...errorFields(error) });
  app.log.measure('SweepUnreadable', 1, kind);
  // A record may be anybody's doing; code is what a release has to be taken back for.
  if (!(error instanceof Unreadable)) app.log.measure('RequestsCrashed', 1, by);
  const silences = silencesIn(await app.table.get(key, { consistent: true }));
  await putOff(app, kind, key, retryOf(silences, app.clock()));
}

async function putOff(app: CoreApp, kind: DueKind, key: Key, { at, silences }: Retry): Promise<void> {
  const set = { ...silenceAttributes(silences), ...due(kind, at, key) };
  await tryWrite(() => app.table.apply({ update: key, set, if: [{ present: true }] }));
}
