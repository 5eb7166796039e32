import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { skipUnreadable } from '../readable.ts';
import { key } from '../schema.ts';
import { tryWrite } from '../table.ts';

/** The line in which a tenant's work waits to call its invoicing (`ACCT`) or payment provider (`PAY`, `PAY_URGENT`). */
export type Line = 'ACCT' | 'PAY' | 'PAY_URGENT';

/**
 * Joins a line and returns when its turn comes (epoch ms); each turn takes `lengthMs`, for which work waits where the line cannot
 * be read.
 */
export async function joinLine(app: CoreApp & OfTenant, line: Line, lengthMs: number): Promise<number> {
  const next = await skipUnreadable(app, 'hint', { reference: line }, async () => {
    const item = await app.table.apply({ update: key.turns(app.tenantId, line), add: { next: lengthMs } });
    return item ? fieldsOf(item).number('next') : 0;
  });
  return next === undefined ? app.clock() + lengthMs : next - lengthMs;
}

/** Restarts a line at `at`, if its last turn, of `lengthMs`, is over; false if another worker has just done so. */
export function restartLine(
  app: CoreApp & OfTenant,
  line: Line,
  lengthMs: number,
  at: number,
): Promise<boolean> {
  const update = key.turns(app.tenantId, line);
  return tryWrite(() =>
    app.table.apply({ update, set: { next: at }, if: [{ attribute: 'next', atMost: at - lengthMs }] }),
  );
}

/** Delays a line: no turn comes before `at`. */
export async function delayLine(app: CoreApp & OfTenant, line: Line, at: number): Promise<void> {
  const update = key.turns(app.tenantId, line);
  await tryWrite(() =>
    app.table.apply({ update, set: { next: at }, if: [{ attribute: 'next', atMost: at }] }),
  );
}
