import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import type { FoundDifference } from '../../billing/difference.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { differencePut, isOpen, knownDifferences, type NewDifference } from './differences.ts';
import type { Change } from '../table.ts';

/** The changes that write differences, and those of them that were not open before. */
export interface DifferencesToWrite {
  readonly changes: readonly Change[];
  readonly fresh: readonly NewDifference[];
}

/** Writes differences that a rule found of a subscription, as found now. One read, or none where nothing was found. */
export async function differencesToWrite(
  app: CoreApp & OfTenant,
  of: Subscription,
  differences: readonly FoundDifference[],
): Promise<DifferencesToWrite> {
  const found = differences.map((one) => newDifference(of, one));
  const known = found.length > 0 ? await knownDifferences(app, found) : [];
  const foundAt = app.clock();
  return {
    changes: found.flatMap((one, at) => differencePut(app.tenantId, one, foundAt, known[at])),
    fresh: found.filter((_, at) => !isOpen(known[at])),
  };
}

function newDifference({ id, payReference }: Subscription, found: FoundDifference): NewDifference {
  return { ...found, about: `${id}:${found.about}`, subscriberId: id, reference: payReference };
}

/** Tells operators of differences that were not open before, each in a line of its own. */
export function countDifferences(app: CoreApp & OfTenant, fresh: readonly NewDifference[]): void {
  for (const { kind, subscriberId, reference } of fresh)
    app.log.measure(metricOf(kind), 1, kind, {
      tenant: app.tenantId,
      subscriberId: subscriberId ?? undefined,
      reference,
    });
}

const metricOf = (kind: NewDifference['kind']) =>
  kind === 'charged_after_cancellation' ? 'ChargesAfterCancellation' : 'DifferencesFound';
