import type { CoreApp } from '../runtime/app.ts';
import { OperatorError } from '../account/operator-error.ts';
import type { Closing, Difference } from '../billing/difference.ts';
import { differenceClose, openDifference } from '../table/differences/differences.ts';
import { tryWrite } from '../table/table.ts';

/**
 * Closes a difference that a person has dealt with, and keeps who did and why. It stays closed while comparisons find it
 * unchanged. Returns it as it is kept. Throws OperatorError if the tenant has no open difference of this id.
 */
export async function closeByHand(
  app: CoreApp,
  tenant: string,
  id: string,
  closing: Closing,
): Promise<Difference> {
  const open = await openDifference(app, tenant, id);
  const closedAt = app.clock();
  if (!open || !(await tryWrite(() => app.table.write(differenceClose(tenant, open, closedAt, closing)))))
    throw new OperatorError(`there is no open difference ${id}`);
  return { ...open, closedAt, closing };
}
