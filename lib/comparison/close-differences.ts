import { againOf } from '../pay/failure.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import type { DifferenceKind } from '../billing/difference.ts';
import { CANCELLED } from '../billing/owed.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import { hasEndedThere } from '../pay/provider-records.ts';
import type { KnownDifference } from '../table/differences/differences.ts';
import { readLive } from '../table/subscribers/live-subscribers.ts';
import { key } from '../table/schema.ts';
import { lookUpRefund } from '../table/subscribers/refunds.ts';
import { invoiceOfCharge } from './compare-theirs.ts';

/** What resolves a difference of each kind. */
const CLOSED_BY: Readonly<
  Record<DifferenceKind, 'not found again' | 'its invoice' | 'its cause' | 'its refund'>
> = {
  plan_differs: 'not found again',
  status_differs: 'not found again',
  unknown_at_provider: 'not found again',
  unknown_here: 'not found again',
  second_subscription: 'not found again',
  charge_without_invoice: 'its invoice',
  charged_after_cancellation: 'its cause',
  refund_unconfirmed: 'its refund',
};

/** The comparison that may close differences of a tenant. */
interface Comparison {
  readonly pay: Pay;
  /** Epoch ms. */
  readonly startedAt: number;
  /** Whether it recorded all that it found. */
  readonly isWhole: boolean;
  /** The number of unreadable records it skipped. */
  readonly unreadable: number;
}

/**
 * Whether an open difference is resolved: the comparison did not find it again, its charge now has an invoice, or no
 * charge is for time after a cancellation any more. Undefined if the provider does not answer.
 */
export async function isResolved(
  app: CoreApp & OfTenant,
  difference: KnownDifference,
  comparison: Comparison,
): Promise<boolean | undefined> {
  const { startedAt, isWhole } = comparison;
  const { kind, about, subscriberId, foundAt } = difference;
  switch (CLOSED_BY[kind]) {
    case 'not found again':
      if (!isWhole || (foundAt ?? 0) >= startedAt) return false;
      return isAgreed(app, difference, comparison);
    case 'its invoice':
      return hasInvoice(app, difference);
    case 'its refund': {
      if (subscriberId === null) return false;
      return (await lookUpRefund(app, subscriberId, { id: about }))?.state !== 'PENDING';
    }
    case 'its cause':
      return isSettled(app, difference, comparison);
  }
}

/** Whether a charge has its invoice now. */
export async function hasInvoice(
  app: CoreApp & OfTenant,
  { subscriberId, about }: Pick<KnownDifference, 'subscriberId' | 'about'>,
): Promise<boolean> {
  if (subscriberId === null) return false;
  const at = key.invoice(app.tenantId, subscriberId, { id: invoiceOfCharge(about) });
  return (await app.table.get(at, { consistent: true })) !== undefined;
}

/** Whether a subscription was active by our records and waited at the provider: that ours waits too is no agreement. */
export const saysItWaits = ({ kind, ours, theirs }: Pick<KnownDifference, 'kind' | 'ours' | 'theirs'>) =>
  kind === 'status_differs' && ours === 'ACTIVE' && theirs === 'PENDING';

/**
 * Whether a charge after a cancellation needs nobody any more: the cancellation was undone or now ends after what was
 * charged, or the provider charges nothing more; while the record cannot be read, it is not. One made although it had been cancelled there stays, to be refunded.
 * Undefined if the provider does not answer.
 */
async function isSettled(
  app: CoreApp & OfTenant,
  { about, subscriberId, reference, ours }: KnownDifference,
  { pay }: Comparison,
): Promise<boolean | undefined> {
  const { records, unreadable } = await readLive(app, subscriberId === null ? [] : [subscriberId]);
  if (unreadable > 0) return false;
  const [live] = records;
  if (live && !live.cancellation) return true;
  const answer = await pay.lineage(reference);
  if (!answer.ok) return isGone(answer);
  const { earlier, current } = answer.value;
  const orders = [...earlier, current].flatMap((one) => one.orders);
  const order = orders.find((one) => about === `${subscriberId}:${one.reference}`);
  if (order && (live?.cancellation?.accessUntil ?? order.periodStart) >= order.periodEnd) return true;
  if (ours === CANCELLED.there) return false;
  return current.isReplaced || hasEndedThere(current);
}

/** Whether what was not found again is over: readable here and at the provider, if some was not, and not merely waiting. */
async function isAgreed(
  app: CoreApp & OfTenant,
  difference: KnownDifference,
  comparison: Comparison,
): Promise<boolean | undefined> {
  const begun = await hasBegun(difference, comparison);
  if (begun !== true) return begun;
  return comparison.unreadable === 0 || isReadable(app, difference, comparison);
}

/** Whether a subscription that `saysItWaits` does not wait any more. Undefined if the provider does not answer. */
async function hasBegun(difference: KnownDifference, { pay }: Comparison): Promise<boolean | undefined> {
  if (!saysItWaits(difference)) return true;
  const answer = await pay.lineage(difference.reference);
  return answer.ok ? answer.value.current.status !== 'PENDING' : isGone(answer);
}

/** Whether a difference's records are readable, here and at the provider. Otherwise it was skipped, and may persist. */
async function isReadable(
  app: CoreApp & OfTenant,
  { subscriberId, reference }: KnownDifference,
  { pay }: Comparison,
): Promise<boolean | undefined> {
  if (subscriberId !== null) {
    const live = await readLive(app, [subscriberId]);
    if (live.unreadable > 0) return false;
  }
  const answer = await pay.readSubscription(reference);
  return answer.ok ? true : isGone(answer);
}

/** Whether the provider has no such subscription: false if it cannot be read, undefined if the provider does not answer. */
function isGone(failure: PayFailure): boolean | undefined {
  if (failure.is === 'notFound') return true;
  return againOf(failure) === 'same' ? false : undefined;
}
