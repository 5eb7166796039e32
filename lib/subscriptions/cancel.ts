import {
  cancelAtPeriodEnd,
  cancelConfirmed,
  isJustCancelled,
  isToBeCarriedOut,
  refuseOvertaken,
} from '../billing/cancellation.ts';
import type { SubscriberRef } from '../billing/identifiers.ts';
import { periodIsStale, type CancelWhy, type Subscription } from '../billing/subscription.ts';
import { UNDO } from '../billing/undo-cancel.ts';
import { inFrame, type Found, type Frame, type UpToDate } from '../frame.ts';
import { hasEndedThere } from '../pay/provider-records.ts';
import type { SubscriptionApp, WithTenant } from '../runtime/app.ts';

/**
 * Schedules cancellation for the end of the paid period. With the provider's reference, the subscription is verified
 * at the provider, and the cancellation is sent there when the undo window closes, or at once if it has closed. With
 * our id, only our records change. Idempotent, since `since` also where it has ended; if undone since, it throws
 * `concurrent_change`. Throws `subscriber_not_found`, `already_ended`, and provider refusals.
 */
export const cancel = (
  app: SubscriptionApp & WithTenant,
  ref: SubscriberRef,
  since: number,
  why: CancelWhy = {},
): Promise<Subscription> =>
  inFrame(app, { verb: 'cancel', ref, since }, async (frame) => {
    const current = await upToDate(frame, await frame.find(), ref, since);
    if (isRepeated(current.subscription, ref, since))
      return frame.answer('repeated', current, current.subscription);
    const { lastRequest } = current.subscription;
    refuseOvertaken(lastRequest?.as === UNDO ? lastRequest.at : null, since, app.clock());

    const checked = ref.by === 'pay' ? await verify(frame, current) : { current, hasEnded: false };
    const { did, after } = await frame.commit(checked.current, {
      isRepeated: (one) => isJustCancelled(one, ref.by, since),
      decide: (one) => {
        const { subscription, events } = cancelAtPeriodEnd(one, ref.by, app.clock(), why);
        return { subscription: checked.hasEnded ? cancelConfirmed(subscription) : subscription, events };
      },
    });
    if (!isToBeCarriedOut(after.subscription, app.clock()))
      return frame.answer(did, after, after.subscription);
    const carriedOut = await frame.carryOutRecorded(after);
    return frame.answer('asked', carriedOut, carriedOut.subscription);
  });

/**
 * The subscription to cancel, reconciled if charges, such as that of a plan change, may have changed where its paid period
 * ends. By our id that needs no answer while a period runs, or if there is none: its end is corrected, or waits for one.
 */
const upToDate = (frame: Frame, found: Found, ref: SubscriberRef, since: number): Promise<UpToDate> =>
  frame.upToDate(found, {
    behind: (one) => behind(one, ref, frame.app.clock()),
    needsNoAnswer: (one) =>
      (ref.by === 'svc' && !periodIsStale(one, frame.app.clock())) || isRepeated(one, ref, since),
  });

/** Why charges may be missing on record: of an unpaid or overdue period or, by our id, of a reference never read. */
function behind(one: Subscription, { by }: SubscriberRef, now: number): string | undefined {
  if (one.status === 'PENDING' || one.status === 'PAYMENT_FAILED') return 'unpaid';
  if (periodIsStale(one, now)) return 'period over';
  return by === 'svc' && one.openReferences.at(-1)?.recordedBefore === 0 ? 'never read' : undefined;
}

/** Whether this cancellation would change nothing. Throws `already_ended`. */
function isRepeated(one: Subscription, { by }: SubscriberRef, since: number): boolean {
  return isJustCancelled(one, by, since) || cancelAtPeriodEnd(one, by, since).subscription === one;
}

/**
 * Reads the subscription at the provider: it must exist there, and may have ended there. If its plan was changed or a
 * later period was paid there, that and its charges are recorded first, so that no answer says an end without them.
 */
async function verify(
  frame: Frame,
  found: UpToDate,
): Promise<{ readonly current: UpToDate; readonly hasEnded: boolean }> {
  const paidUntil = found.subscription.periodEnd ?? 0;
  const { there, current } = await frame.verified(
    found,
    ({ isReplaced, orders }) =>
      isReplaced || orders.some((one) => one.status === 'PAID' && one.periodEnd > paidUntil),
  );
  return { current, hasEnded: hasEndedThere(there) };
}
