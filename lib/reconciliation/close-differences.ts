import type { CoreApp } from '../app.ts';
import type { DifferenceKind } from '../billing/difference.ts';
import { isOver } from '../billing/provider-snapshot.ts';
import type { Pay } from '../pay/pay.ts';
import type { KnownDifference } from '../table/differences.ts';
import { key } from '../table/schema.ts';
import { invoiceOfCharge } from './compare-theirs.ts';
import { snapshotOf } from './fetch-snapshot.ts';

/** How a difference of each kind is known to be gone. */
const GONE_BY: Readonly<Record<DifferenceKind, 'not found again' | 'its invoice' | 'its end'>> = {
  plan_differs: 'not found again',
  status_differs: 'not found again',
  unknown_at_provider: 'not found again',
  unknown_here: 'not found again',
  second_subscription: 'not found again',
  charge_without_invoice: 'its invoice',
  charged_after_cancellation: 'its end',
};

/**
 * Whether an open difference is gone: it was not found again since the comparison began, its charge has an invoice now, or
 * the provider charges nothing more. Undefined where the provider does not answer.
 */
export async function isGone(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  difference: KnownDifference,
  { startedAt, isWhole }: { readonly startedAt: number; readonly isWhole: boolean },
): Promise<boolean | undefined> {
  const { kind, about, subscriberId, reference, foundAt } = difference;
  switch (GONE_BY[kind]) {
    case 'not found again':
      return isWhole && (foundAt ?? 0) < startedAt;
    case 'its invoice': {
      if (subscriberId === null) return false;
      const at = key.invoice(tenant, subscriberId, invoiceOfCharge(about));
      return (await app.table.get(at, { consistent: true })) !== undefined;
    }
    case 'its end': {
      const answer = await pay.readSubscription(reference);
      if (!answer.ok) return answer.is === 'notFound' ? true : undefined;
      return isOver(snapshotOf(answer.value));
    }
  }
}
