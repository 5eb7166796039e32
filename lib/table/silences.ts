import type { CoreApp } from '../app.ts';
import { SILENCE } from '../limits.ts';
import { due, type DueKind } from './due.ts';
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

/**
 * How long to wait (ms) after a provider that stayed silent about one thing of a tenant, when it had been `silences`
 * times in a row before. While it has trouble with all of the tenant's account, silence says nothing about the one
 * thing, which is tried again in a minute: so what an outage has delayed is there soon after it.
 */
export async function waitAfterSilence(app: CoreApp, tenant: string, silences: number): Promise<number> {
  const maySaySomething = silences === 0 || silences > SILENCE.blamedOnAccount;
  return maySaySomething || !(await isUnsteady(app, tenant)) ? doublingWait(silences) : SILENCE.firstMs;
}

/**
 * Has something of a tenant that the provider was silent about taken up again. Silence decides nothing, so what is due
 * stays due.
 */
export async function postponeSilent(app: CoreApp, tenant: string, kind: DueKind, at: Key): Promise<void> {
  const item = await app.table.get(at, { consistent: true });
  const silences = Number(item?.silences ?? 0);
  const next = due(kind, app.clock() + (await waitAfterSilence(app, tenant, silences)), at);
  const set = { silences: silences + 1, ...next };
  await tryWrite(() => app.table.apply({ update: at, set, if: [{ present: true }] }));
}
