import type { CoreApp, NotesForRestore } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';

/** The first part of a note's path. */
export const NOTED = { erased: 'erased', keyEnded: 'key-ended', personRemoved: 'person-removed' } as const;

/** Notes that a customer is erased, without naming them. Throws if it cannot be noted: erase again then. */
export function noteErasure(app: NotesForRestore, tenant: string, customerId: string): Promise<void> {
  return app.documents.note([NOTED.erased, tenant, customerId]);
}

/** Notes that a key pair ends (epoch ms). It has ended already, so a bucket that does not answer is only logged. */
export function noteKeyEnd(
  app: CoreApp & NotesForRestore,
  tenant: string,
  { apiKey, endsAt }: { readonly apiKey: string; readonly endsAt: number },
): Promise<void> {
  return noteIfPossible(app, [NOTED.keyEnded, tenant, apiKey, String(endsAt)]);
}

/** Notes that a person of a tenant is removed; as with `noteKeyEnd`, a failure is only logged. */
export function notePersonRemoved(
  app: CoreApp & NotesForRestore,
  tenant: string,
  personId: string,
): Promise<void> {
  return noteIfPossible(app, [NOTED.personRemoved, tenant, personId]);
}

async function noteIfPossible(app: CoreApp & NotesForRestore, path: readonly string[]): Promise<void> {
  try {
    await app.documents.note(path);
  } catch (error) {
    app.log.error('not noted for a restore', { tenant: path[1], ...errorFields(error) });
  }
}
