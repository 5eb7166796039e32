import type { CoreApp } from '../app.ts';
import { SILENCE } from '../limits.ts';
import { due, type DueKind } from './due.ts';
import { isLimited, waitForTurn } from './limited-turns.ts';
import { isUnsteady } from './pay-health.ts';
import { type Key, tryWrite } from './table.ts';

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

/**
 * How long to wait (ms) after a provider that stayed silent about one thing of a tenant, when it had been `silences`
 * times in a row before. While it has trouble with all of the tenant's account, silence says nothing about the one
 * thing, which is tried again in a minute: so what an outage has delayed is there soon after it. What met the limit of
 * the provider's calls comes back at its turn, however often that was.
 */
export async function waitAfterSilence(
  app: CoreApp,
  tenant: string,
  kind: DueKind,
  silences: number,
): Promise<number> {
  if (isLimited(app, tenant)) return IS_URGENT.has(kind) ? SILENCE.firstMs : waitForTurn(app, tenant);
  const maySaySomething = silences === 0 || silences > SILENCE.blamedOnAccount;
  return maySaySomething || !(await isUnsteady(app, tenant)) ? doublingWait(silences) : SILENCE.firstMs;
}

/** When something that brought no answer is tried again (epoch ms), and whether that says that the provider is silent about it. */
export async function triedAgain(app: CoreApp, tenant: string, kind: DueKind, silences: number) {
  const at = app.clock() + (await waitAfterSilence(app, tenant, kind, silences));
  return { at, isSilent: !isLimited(app, tenant) };
}

/**
 * Has something of a tenant that the provider was silent about taken up again. Silence decides nothing, so what is due
 * stays due.
 */
export async function postponeSilent(app: CoreApp, tenant: string, kind: DueKind, key: Key): Promise<void> {
  const silences = await silencesOf(app, key);
  const { at, isSilent } = await triedAgain(app, tenant, kind, silences);
  await putOff(app, kind, key, { at, silences: silences + (isSilent ? 1 : 0) });
}

/** Has something taken up again that cannot be worked on for a reason of its own: ever later, as long as that lasts. */
export async function postponeBroken(app: CoreApp, kind: DueKind, key: Key): Promise<void> {
  const silences = await silencesOf(app, key);
  await putOff(app, kind, key, { at: app.clock() + doublingWait(silences), silences: silences + 1 });
}

async function silencesOf(app: CoreApp, key: Key): Promise<number> {
  const item = await app.table.get(key, { consistent: true });
  return Number(item?.silences ?? 0);
}

async function putOff(
  app: CoreApp,
  kind: DueKind,
  key: Key,
  { at, silences }: { readonly at: number; readonly silences: number },
): Promise<void> {
  const set = { silences, ...due(kind, at, key) };
  await tryWrite(() => app.table.apply({ update: key, set, if: [{ present: true }] }));
}
