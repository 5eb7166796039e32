import type { CoreApp } from '../app.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';
import { tryWrite } from './table.ts';

/** Where a tenant's work waits to call its invoicing (`ACCT`) or payment provider (`PAY`, and `PAY_URGENT` beside it). */
export interface Row {
  readonly tenant: string;
  readonly of: 'ACCT' | 'PAY' | 'PAY_URGENT';
}

/**
 * Puts one more into a row and answers when its turn comes (epoch ms), which may be long past where the row was empty.
 * The row moves on by `lengthMs`. Any number may do so at once without being in each other's way.
 */
export async function joinRow(app: CoreApp, { tenant, of }: Row, lengthMs: number): Promise<number> {
  const item = await app.table.apply({ update: key.turns(tenant, of), add: { next: lengthMs } });
  return (item ? fieldsOf(item).number('next') : 0) - lengthMs;
}

/**
 * Begins a row anew at `at` whose last turn, of `lengthMs`, is over; false where another has just begun it. However many
 * have joined it meanwhile, one of them begins it and the others join again behind that one.
 */
export function startRow(app: CoreApp, { tenant, of }: Row, lengthMs: number, at: number): Promise<boolean> {
  const update = key.turns(tenant, of);
  return tryWrite(() =>
    app.table.apply({ update, set: { next: at }, if: [{ attribute: 'next', atMost: at - lengthMs }] }),
  );
}

/** Nobody's turn comes before `at`. */
export async function holdRow(app: CoreApp, { tenant, of }: Row, at: number): Promise<void> {
  const update = key.turns(tenant, of);
  await tryWrite(() =>
    app.table.apply({ update, set: { next: at }, if: [{ attribute: 'next', atMost: at }] }),
  );
}
