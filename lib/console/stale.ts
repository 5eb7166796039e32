import { CONSOLE } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, WithTenant } from '../runtime/app.ts';
import { formTaken, formGivenBack } from '../table/people/refused-forms.ts';
import { tryWrite } from '../table/table.ts';
import { savedNow, versionOf } from './saved.ts';
import type { Given } from './visit.ts';

/** What a form sets was saved by somebody else since the form was made. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/**
 * Carries out what a form asks for, if nothing of what it sets was saved since it was made. Only one form of its kind is at
 * that at a time. Throws Stale, and `concurrent_change` for a form that comes while another one is being saved.
 */
export async function fromItsVersion<T>(
  app: CoreApp & WithTenant,
  { act, form }: { readonly act: string; readonly form: Given },
  run: () => Promise<T>,
): Promise<T> {
  const { version, id = '' } = form;
  if (version === undefined) return run();
  const lock = { tenant: app.tenantId, what: `${act}#${id.slice(0, 255)}`, writer: app.newNonce() };
  const taken = (isOver: boolean) =>
    tryWrite(
      () => app.table.apply(formTaken(lock, { now: app.clock(), forMs: CONSOLE.savingMs, isOver })),
      (found) => found?.writer === lock.writer,
    );
  if (!(await taken(false)) && !(await taken(true))) throw new Refusal('concurrent_change');
  try {
    const saved = await savedNow(app, act, form);
    if (saved && versionOf(saved) !== version) throw new Stale();
    return await run();
  } finally {
    await tryWrite(() => app.table.apply(formGivenBack(lock)));
  }
}
