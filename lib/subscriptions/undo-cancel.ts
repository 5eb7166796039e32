import { refuseOvertaken } from '../billing/cancellation.ts';
import type { SubscriberRef } from '../billing/identifiers.ts';
import { isRepeated } from '../billing/last-request.ts';
import type { Subscription } from '../billing/subscription.ts';
import { UNDO, undoCancel as undone } from '../billing/undo-cancel.ts';
import { inFrame, type Found, type Frame, type UpToDate, type RecordChange } from '../frame.ts';
import { hasEndedThere } from '../pay/provider-records.ts';
import { Refusal } from '../refusal.ts';
import type { SubscriptionApp, WithTenant } from '../runtime/app.ts';

/**
 * Undoes a scheduled cancellation that was not sent to the provider yet. With the provider's reference, the provider is
 * read first: the subscription must still be live there. Identical requests since `since` get the same answer. Throws
 * `subscriber_not_found`, `not_cancelled`, `already_ended`, `undo_window_closed`, `concurrent_change` if it was cancelled
 * again since, and the refusals of a provider call.
 */
export const undoCancel = (
  app: SubscriptionApp & WithTenant,
  ref: SubscriberRef,
  since: number,
): Promise<Subscription> =>
  inFrame(app, { verb: 'undo-cancel', ref, since }, async (frame) => {
    const change = {
      isRepeated: (one) => one.cancellation === null && isRepeated(one, UNDO, since),
      decide: (one) => {
        // What can no longer be undone says so, whoever cancelled it: the provider's panel is no other request.
        const decision = undone(one, app.clock());
        refuseOvertaken(one.cancellation?.at, since, app.clock());
        return decision;
      },
    } satisfies RecordChange;
    const found = await frame.find();
    if (change.isRepeated(found.subscription)) return frame.answer('repeated', found, found.subscription);
    change.decide(found.subscription); // refuses what needs no reading to be refused
    const current =
      ref.by === 'pay'
        ? await verifyIsLive(frame, found)
        : frame.asRecorded(found, 'it changes our records alone');
    const { did, after } = await frame.commit(current, change);
    return frame.answer(did, after, after.subscription);
  });

/** Reads the subscription at the provider; if its plan was changed there, that is recorded first, with an end since. */
async function verifyIsLive(frame: Frame, found: Found): Promise<UpToDate> {
  const { there, current } = await frame.verified(found, ({ isReplaced }) => isReplaced);
  if (hasEndedThere(there)) throw new Refusal('undo_window_closed');
  return current;
}
