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

/** The comparison after which differences are closed. */
interface Comparison {
  /** Epoch ms. */
  readonly startedAt: number;
  /** Whether it wrote down all that it found. */
  readonly isWhole: boolean;
  /** How many records it could not read. */
  readonly passedOver: number;
}

/**
 * Whether an open difference is gone: it was not found again since the comparison began, its charge has an invoice now, or
 * the provider charges nothing more. Undefined where the provider does not answer.
 */
export async function isGone(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  difference: KnownDifference,
  { startedAt, isWhole, passedOver }: Comparison,
): Promise<boolean | undefined> {
  const { kind, about, subscriberId, reference, foundAt } = difference;
  switch (GONE_BY[kind]) {
    case 'not found again':
      if (!isWhole || (foundAt ?? 0) >= startedAt) return false;
      return passedOver === 0 || isReadable(app, tenant, pay, difference);
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

/** Whether what a difference is about can be read, here and at the provider: else it was passed over, and is not gone. */
async function isReadable(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  { subscriberId, reference }: KnownDifference,
): Promise<boolean | undefined> {
  if (subscriberId !== null) {
    const { unreadable } = await readLive(app, tenant, [subscriberId]);
    if (unreadable > 0) return false;
  }
  const answer = await pay.readSubscription(reference);
  if (answer.ok || answer.is === 'notFound') return true;
  return isUnreadable(answer) ? false : undefined;
}
