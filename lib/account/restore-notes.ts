import type { CoreApp, NotesForRestore, OfTenant } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';

/** The first part of a note's path. */
export const NOTED = { erased: 'erased', keyEnded: 'key-ended', personRemoved: 'person-removed' } as const;

/** Notes that a customer is erased, without naming them. Throws if it cannot be noted: erase again then. */
export function noteErasure(app: NotesForRestore & OfTenant, customerId: string): Promise<void> {
  return app.documents.note([NOTED.erased, app.tenantId, customerId]);
}

/** Notes that a key pair ends (epoch ms). It has ended already, so a bucket that does not answer is only logged. */
export function noteKeyEnd(
  app: CoreApp & NotesForRestore & OfTenant,
  { apiKey, endsAt }: { readonly apiKey: string; readonly endsAt: number },
): Promise<void> {
  return noteIfPossible(app, [NOTED.keyEnded, app.tenantId, apiKey, String(endsAt)]);
}

/** Notes that a person of a tenant is removed; as with `noteKeyEnd`, a failure is only logged. */
export function notePersonRemoved(
  app: CoreApp & NotesForRestore & OfTenant,
  personId: string,
): Promise<void> {
  return noteIfPossible(app, [NOTED.personRemoved, app.tenantId, personId]);
}

async function noteIfPossible(app: CoreApp & NotesForRestore, path: readonly string[]): Promise<void> {
  try {
    await app.documents.note(path);
  } catch (error) {
    app.log.error('not noted for a restore', { tenant: path[1], ...errorFields(error) });
  }
}
