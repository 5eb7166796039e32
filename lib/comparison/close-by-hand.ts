import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { OperatorError } from '../account/operator-error.ts';
import { uuidIn } from '../billing/identifiers.ts';
import type { Closing, Difference } from '../billing/difference.ts';
import { differenceClose, openDifference, type KnownDifference } from '../table/differences/differences.ts';
import { tryWrite } from '../table/table.ts';

const NOT_OPEN = 'there is no such open difference; it may have been closed meanwhile';

/** The open difference of an id that somebody sent. Throws OperatorError if the tenant has none. */
export async function findOpenDifference(
  app: CoreApp & OfTenant,
  given: string | undefined,
): Promise<KnownDifference> {
  const id = uuidIn(given);
  const open = id && (await openDifference(app, id));
  if (!open) throw new OperatorError(NOT_OPEN);
  return open;
}

/**
 * Closes a difference that a person has dealt with, and keeps who did and why. It stays closed while comparisons find it
 * unchanged. Returns it as it is kept. Throws OperatorError if the tenant has no open difference of this id.
 */
export async function closeByHand(
  app: CoreApp & OfTenant,
  given: string,
  closing: Closing,
): Promise<Difference> {
  const open = await findOpenDifference(app, given);
  const closedAt = app.clock();
  if (!(await tryWrite(() => app.table.write(differenceClose(app.tenantId, open, closedAt, closing)))))
    throw new OperatorError(NOT_OPEN);
  return { ...open, closedAt, closing };
}
