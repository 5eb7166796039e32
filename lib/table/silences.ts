import type { CoreApp } from '../app.ts';
import { SILENCE } from '../limits.ts';
import { due, type DueKind } from './due.ts';
import type { Key } from './table.ts';
import { tryWrite } from './try-write.ts';

/** How long to wait after a provider that stayed silent, when it had been `silences` times in a row before: doubling. */
export function waitAfterSilence(silences: number): number {
  return Math.min(SILENCE.firstMs * 2 ** Math.min(silences, 30), SILENCE.maxMs);
}

/**
 * Has something that the provider was silent about taken up again, each time after twice as long. Silence decides
 * nothing, so what is due stays due.
 */
export async function postponeSilent(app: CoreApp, kind: DueKind, at: Key): Promise<void> {
  const item = await app.table.get(at, { consistent: true });
  const silences = Number(item?.silences ?? 0);
  const next = due(kind, app.clock() + waitAfterSilence(silences), at);
  const set = { silences: silences + 1, ...next };
  await tryWrite(() => app.table.apply({ update: at, set, if: [{ present: true }] }));
}
