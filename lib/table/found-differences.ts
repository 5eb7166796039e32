import type { CoreApp } from '../app.ts';
import { differencePut, isOpen, knownDifferences, type NewDifference } from './differences.ts';
import type { Change } from './table.ts';

/** The changes that write differences, and those of them that were not open before. */
export interface DifferencesToWrite {
  readonly changes: readonly Change[];
  readonly fresh: readonly NewDifference[];
}

/** Writes differences that a reconciliation found. One read, or none where nothing was found. */
export async function differencesToWrite(
  app: CoreApp,
  tenant: string,
  found: readonly NewDifference[],
  foundAt: number,
): Promise<DifferencesToWrite> {
  const known = found.length > 0 ? await knownDifferences(app, tenant, found) : [];
  return {
    changes: found.flatMap((one, at) => differencePut(tenant, one, foundAt, known[at])),
    fresh: found.filter((_, at) => !isOpen(known[at])),
  };
}

/** Tells operators of differences that were not open before, each in a line of its own. */
export function countDifferences(app: CoreApp, tenant: string, fresh: readonly NewDifference[]): void {
  for (const { kind, subscriberId, reference } of fresh)
    app.log.measure('DifferencesFound', 1, kind, {
      tenant,
      subscriberId: subscriberId ?? undefined,
      reference,
    });
}
