import type { SubscriberRef } from '../billing/identifiers.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { refuseOvertaken } from '../billing/cancellation.ts';
import { isRepeated } from '../billing/last-request.ts';
import { UNDO, undoCancel as undone } from '../billing/undo-cancel.ts';
import type { Decision } from '../billing/decision.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { hasEndedThere } from '../pay/provider-records.ts';
import { Refusal } from '../refusal.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { explained, type Done } from './explained.ts';
import { verified } from './up-to-date.ts';

/**
 * Undoes a scheduled cancellation that was not sent to the provider yet. With the provider's reference, the provider is
 * read first: the subscription must still be live there. Identical requests since `since` get the same answer. Throws
 * `subscriber_not_found`, `not_cancelled`, `already_ended`, `undo_window_closed`, `concurrent_change` if it was cancelled
 * again since, and the refusals of a provider call.
 */
export const undoCancel = (
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  since: number,
): Promise<Subscription> =>
  explained(app, { tenant, verb: 'undo-cancel', ref }, async (line) => {
    const { subscription, did } = await takenBack(app, tenant, { ref, since });
    line.did = did;
    return (line.one = subscription);
  });

async function takenBack(
  app: SubscriptionApp,
  tenant: Tenant,
  { ref, since }: { readonly ref: SubscriberRef; readonly since: number },
): Promise<Done> {
  const stored = await findSubscriber(app, tenant.id, ref);
  const decide = ({ subscription }: StoredSubscriber): Decision | undefined => {
    if (subscription.cancellation === null && isRepeated(subscription, UNDO, since)) return undefined;
    // What can no longer be undone says so, whoever cancelled it: the provider's panel is no other request.
    const decision = undone(subscription, app.clock());
    refuseOvertaken(subscription.cancellation?.at, since, app.clock());
    return decision;
  };
  if (!decide(stored)) return { subscription: stored.subscription, did: 'repeated' };
  const read = ref.by === 'pay' ? await verifyIsLive(app, tenant, stored) : stored;
  const { subscription } = await commit(app, { tenant, stored: read, causedBy: causeOf(app), decide });
  return { subscription, did: 'recorded' };
}

/** Reads the subscription at the provider; if its plan was changed there, that is recorded first, with an end since. */
async function verifyIsLive(
  app: SubscriptionApp,
  tenant: Tenant,
  found: StoredSubscriber,
): Promise<StoredSubscriber> {
  const { there, stored } = await verified(app, tenant, found, ({ isReplaced }) => isReplaced);
  if (hasEndedThere(there)) throw new Refusal('undo_window_closed');
  return stored;
}
