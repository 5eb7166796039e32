import type { SubscriberRef } from '../billing/identifiers.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import {
  cancelAtPeriodEnd,
  cancelConfirmed,
  isJustCancelled,
  isToBeCarriedOut,
  refuseOvertaken,
} from '../billing/cancellation.ts';
import { unchanged, type Decision } from '../billing/decision.ts';
import { periodIsStale, type CancelWhy, type Subscription } from '../billing/subscription.ts';
import { UNDO } from '../billing/undo-cancel.ts';
import { commit } from '../commit.ts';
import { errorFields } from '../runtime/log.ts';
import { hasEndedThere } from '../pay/provider-records.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { explained, type Done } from './explained.ts';
import { readNow, upToDate, verified } from './up-to-date.ts';

/**
 * Schedules cancellation for the end of the paid period. With the provider's reference, the subscription is verified
 * at the provider, and the cancellation is sent there when the undo window closes, or at once if it has closed. With
 * our id, only our records change. Idempotent, since `since` also where it has ended; if undone since, it throws
 * `concurrent_change`. Throws `subscriber_not_found`, `already_ended`, and provider refusals.
 */
export const cancel = (
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  since: number,
  why: CancelWhy = {},
): Promise<Subscription> =>
  explained(app, { tenant, verb: 'cancel', ref }, async (line) => {
    const { subscription, did } = await cancelled(app, tenant, { ref, since, why });
    line.did = did;
    return (line.one = subscription);
  });

async function cancelled(
  app: SubscriptionApp,
  tenant: Tenant,
  { ref, since, why }: { readonly ref: SubscriberRef; readonly since: number; readonly why: CancelWhy },
): Promise<Done> {
  const found = await findForCancel(app, tenant, ref, since);
  if (isRepeated(found.subscription, ref, since))
    return { subscription: found.subscription, did: 'repeated' };
  const { lastRequest } = found.subscription;
  refuseOvertaken(lastRequest?.as === UNDO ? lastRequest.at : null, since, app.clock());

  const { stored, hasEnded } =
    ref.by === 'pay' ? await verify(app, tenant, found) : { stored: found, hasEnded: false };
  const decide = ({ subscription }: StoredSubscriber): Decision => {
    if (isJustCancelled(subscription, ref.by, since)) return unchanged(subscription);
    const { subscription: cancelled, events } = cancelAtPeriodEnd(subscription, ref.by, app.clock(), why);
    return { subscription: hasEnded ? cancelConfirmed(cancelled) : cancelled, events };
  };
  const { subscription } = await commit(app, { tenant, stored, causedBy: causeOf(app), decide });

  if (!isToBeCarriedOut(subscription, app.clock())) return { subscription, did: 'recorded' };
  return { subscription: await carryOut(app, tenant, subscription), did: 'asked' };
}

/**
 * The subscription to cancel, reconciled if charges, such as that of a plan change, may have changed where its paid period
 * ends. By our id that needs no answer while a period runs, or if there is none: its end is corrected, or waits for one.
 */
async function findForCancel(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  since: number,
): Promise<StoredSubscriber> {
  return upToDate(app, tenant, await findSubscriber(app, tenant.id, ref), {
    isBehind: (one) => isBehind(one, ref, app.clock()),
    needsNoAnswer: (one) =>
      (ref.by === 'svc' && !periodIsStale(one, app.clock())) || isRepeated(one, ref, since),
  });
}

/** Whether charges may be missing on record: of an unpaid or overdue period or, by our id, of a reference never read. */
function isBehind(one: Subscription, { by }: SubscriberRef, now: number): boolean {
  const isUnpaid = one.status === 'PENDING' || one.status === 'PAYMENT_FAILED';
  const isUnread = one.openReferences.at(-1)?.recordedBefore === 0;
  return isUnpaid || periodIsStale(one, now) || (by === 'svc' && isUnread);
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
  app: SubscriptionApp,
  tenant: Tenant,
  found: StoredSubscriber,
): Promise<{ stored: StoredSubscriber; hasEnded: boolean }> {
  const paidUntil = found.subscription.periodEnd ?? 0;
  const { there, stored } = await verified(
    app,
    tenant,
    found,
    ({ isReplaced, orders }) =>
      isReplaced || orders.some((one) => one.status === 'PAID' && one.periodEnd > paidUntil),
  );
  return { stored, hasEnded: hasEndedThere(there) };
}

/**
 * Sends the cancellation to the provider, or records the end if access is over, with what was paid before. If that
 * fails, the cancellation stays recorded and due, and is tried again until it is done, so the request succeeds.
 */
async function carryOut(app: SubscriptionApp, tenant: Tenant, one: Subscription): Promise<Subscription> {
  try {
    return (await readNow(app, tenant, one.id)).subscription;
  } catch (error) {
    app.log.warn('cancellation to be carried out later', { subscriberId: one.id, ...errorFields(error) });
    return one;
  }
}
