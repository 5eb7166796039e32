import { svcIdOf } from '../billing/identifiers.ts';
import { Refusal } from '../refusal.ts';
import type { NotesForRestore, PayApp, OfTenant } from '../runtime/app.ts';
import { eraseCustomer } from './erase.ts';
import { endKeyAgain } from './keys.ts';
import { NOTED } from './restore-notes.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** What came of a note in a restored table: nothing where the table has not lost it. */
export interface Repeated {
  readonly kind: 'erasure' | 'key';
  readonly tenant: string;
  readonly id: string;
  /** Why it could not be repeated; null if it was. */
  readonly refusal: string | null;
}

/**
 * Erases and ends again what a restored table has back, by the notes kept outside of it; idempotent. A refusal is told
 * with its reason.
 */
export async function repeatNoted(
  app: PayApp & NotesForRestore,
  notes: readonly (readonly string[])[],
  how: Parameters<typeof eraseCustomer>[2],
): Promise<Repeated[]> {
  const repeated: Repeated[] = [];
  for (const [kind, tenant = '', id = '', endsAt] of notes) {
    const erased = kind === NOTED.erased && (await eraseAgain(forTenant(app, tenant), id, how));
    if (erased) repeated.push(erased);
    if (
      kind === NOTED.keyEnded &&
      (await endKeyAgain(forTenant(app, tenant), { apiKey: id, endsAt: Number(endsAt) }))
    )
      repeated.push({ kind: 'key', tenant, id, refusal: null });
  }
  return repeated;
}

/** Undefined if the table does not have this customer. */
async function eraseAgain(
  app: PayApp & NotesForRestore & OfTenant,
  customerId: string,
  how: Parameters<typeof eraseCustomer>[2],
): Promise<Repeated | undefined> {
  const one = { kind: 'erasure', tenant: app.tenantId, id: svcIdOf('customer', customerId) } as const;
  try {
    await eraseCustomer(app, { customerId }, how);
    return { ...one, refusal: null };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'subscriber_not_found') return undefined;
    if (error instanceof Refusal) return { ...one, refusal: error.message };
    throw error;
  }
}
