import { isUnreadable } from '../account/pay-client.ts';
import type { CoreApp } from '../app.ts';
import type { DifferenceKind } from '../billing/difference.ts';
import { isOver } from '../billing/provider-snapshot.ts';
import type { Pay } from '../pay/pay.ts';
import type { KnownDifference } from '../table/differences.ts';
import { readLive } from '../table/live-subscribers.ts';
import { key } from '../table/schema.ts';
import { invoiceOfCharge } from './compare-theirs.ts';
import { snapshotOf } from './fetch-snapshot.ts';

/** What resolves a difference of each kind. */
const CLOSED_BY: Readonly<Record<DifferenceKind, 'not found again' | 'its invoice' | 'its end'>> = {
  plan_differs: 'not found again',
  status_differs: 'not found again',
  unknown_at_provider: 'not found again',
  unknown_here: 'not found again',
  second_subscription: 'not found again',
  charge_without_invoice: 'its invoice',
  charged_after_cancellation: 'its end',
};

/** The comparison that may close differences. */
interface Comparison {
  /** Epoch ms. */
  readonly startedAt: number;
  /** Whether it recorded all that it found. */
  readonly isWhole: boolean;
  /** The number of unreadable records it skipped. */
  readonly unreadable: number;
}

/**
 * Whether an open difference is resolved: the comparison did not find it again, its charge now has an invoice, or the
 * provider will charge nothing more. Undefined if the provider does not answer.
 */
export async function isResolved(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  difference: KnownDifference,
  { startedAt, isWhole, unreadable }: Comparison,
): Promise<boolean | undefined> {
  const { kind, about, subscriberId, reference, foundAt } = difference;
  switch (CLOSED_BY[kind]) {
    case 'not found again':
      if (!isWhole || (foundAt ?? 0) >= startedAt) return false;
      return unreadable === 0 || isReadable(app, tenant, pay, difference);
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

/** Whether a difference's records are readable, here and at the provider. Otherwise it was skipped, and may persist. */
async function isReadable(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  { subscriberId, reference }: KnownDifference,
): Promise<boolean | undefined> {
  if (subscriberId !== null) {
    const live = await readLive(app, tenant, [subscriberId]);
    if (live.unreadable > 0) return false;
  }
  const answer = await pay.readSubscription(reference);
  if (answer.ok || answer.is === 'notFound') return true;
  return isUnreadable(answer) ? false : undefined;
}
