import type { SubscriptionApp } from '../app.ts';
import { Refusal, isTransient } from '../refusal.ts';
import { checkoutPolled, checkoutSettled, lookUpCheckout } from '../table/checkouts.ts';
import { DUE_ATTRIBUTES, key, NOT_DUE } from '../table/schema.ts';
import { findSubscriber, lookUpReference } from '../table/subscribers.ts';
import { findTenant, type Tenant } from '../table/tenants.ts';
import { activate, completeCheckout } from '../checkout/complete-hosted.ts';
import { reconcileSubscriber } from '../reconciliation/reconcile.ts';
import { applyNotification, type NotificationMessage } from './apply-notification.ts';
import { resolveIntent } from '../checkout/resolve-intent.ts';
import { payClientFor } from '../account/pay-client.ts';
import { probePayAccount } from '../account/pay-health.ts';
import type { Key } from '../table/table.ts';
import { tryWrite } from '../table/try-write.ts';
import type { ReconcileMessage } from '../webhooks/outbox.ts';
import { errorFields } from '../log.ts';

/** How soon a notice is taken up again that could not be taken now. */
const NOTICE_AGAIN_SECONDS = 60;

/** Something to be compared with the provider. */
export type ReconciliationMessage = (
  | ReconcileMessage
  | NotificationMessage
  | { readonly checkout: string }
  | { readonly tenantId: string; readonly operation: string }
  | { readonly tenantId: string; readonly reference: string }
  | { readonly probe: string }
) & {
  /** Until when (epoch ms) the sweep has handed out what the message names; absent where somebody else sent it. */
  readonly due?: number | undefined;
};

/** Looks at whatever a message names. Safe to repeat; a duplicate of what is no longer due asks no provider. */
export async function dispatch(app: SubscriptionApp, message: ReconciliationMessage): Promise<void> {
  if (message.due !== undefined && !(await isStillDue(app, keyOf(message), message.due))) return;
  if ('probe' in message) return probePayAccount(app, message.probe);
  if ('checkout' in message) return lookAtCheckout(app, message.checkout);
  if ('operation' in message) return resolveIntent(app, message.tenantId, message.operation);
  if ('notice' in message) return takeOrPassOn(app, message);
  if ('reference' in message) return lookAtReference(app, message.tenantId, message.reference);
  await reconcileSubscriber(app, message);
}

async function isStillDue(app: SubscriptionApp, at: Key, due: number): Promise<boolean> {
  const item = await app.table.get(at, { consistent: true });
  return item?.[DUE_ATTRIBUTES.at] === due;
}

function keyOf(message: ReconciliationMessage): Key {
  if ('checkout' in message) return key.checkout(message.checkout);
  if ('probe' in message) return key.payHealth(message.probe);
  const { tenantId } = message;
  if ('operation' in message) return key.intent(tenantId, message.operation);
  if ('notice' in message) return key.notification(tenantId, message.notice.subscriptionReference);
  if ('reference' in message) return key.reference(tenantId, message.reference);
  return key.subscriber(tenantId, message.subscriberId);
}

/**
 * A notice was taken, and nothing on record says so: while our own parts are out it is passed on through the queue, so
 * that no number of failed tries makes it a dead letter.
 */
async function takeOrPassOn(app: SubscriptionApp, message: NotificationMessage): Promise<void> {
  try {
    await applyNotification(app, message);
  } catch (error) {
    if (!isTransient(error)) throw error;
    app.log.warn('a notice is taken up again later', { tenant: message.tenantId, ...errorFields(error) });
    await app.queues.reconciliation.send([
      { body: message, group: message.tenantId, delaySeconds: NOTICE_AGAIN_SECONDS },
    ]);
  }
}

/** A hosted checkout whose time to be looked at has come: finished exactly as if the browser had come back. */
async function lookAtCheckout(app: SubscriptionApp, token: string): Promise<void> {
  const checkout = await lookUpCheckout(app, token);
  if (!checkout) return;
  const tenant = await findTenant(app, checkout.tenant);
  const subscriberId = checkout.kind === 'card' ? returned(checkout) : checkout.outcome?.subscriberId;
  if (subscriberId !== undefined) {
    await followed(app, tenant.id, subscriberId, checkout.kind === 'card');
    const again = checkout.kind === 'subscribe' && (await stillWaits(app, tenant, subscriberId));
    const next = again ? checkoutPolled(checkout, app.clock()) : checkoutSettled(token);
    await tryWrite(() => app.table.apply(next));
    return;
  }
  if (checkout.kind === 'subscribe') {
    const end = await completeCheckout(app, tenant, checkout, 'looking');
    if (end.is === 'success' || end.is === 'silent') return;
  }
  await tryWrite(() => app.table.apply(checkoutPolled(checkout, app.clock())));
}

/** Tries again to activate a paid checkout's subscription that has not begun. Whether that is to be tried once more. */
async function stillWaits(app: SubscriptionApp, tenant: Tenant, subscriberId: string): Promise<boolean> {
  const { subscription } = await findSubscriber(app, tenant.id, { by: 'svc', id: subscriberId });
  if (subscription.status !== 'PENDING') return false;
  const outcome = await activate(app, await payClientFor(app, tenant), subscription.payReference);
  if (outcome === 'runs') await followed(app, tenant.id, subscriberId, false);
  return outcome === 'waits';
}

const returned = (checkout: { status: string; subscriberId: string }) =>
  checkout.status === 'SUCCESS' ? checkout.subscriberId : undefined;

/** A provider reference whose first order is to be seen. */
async function lookAtReference(app: SubscriptionApp, tenantId: string, reference: string): Promise<void> {
  const subscriberId = await lookUpReference(app, tenantId, reference);
  if (subscriberId === undefined) return;
  await followed(app, tenantId, subscriberId, false);
  await app.table.apply({
    update: key.reference(tenantId, reference),
    remove: NOT_DUE,
    if: [{ present: true }],
  });
}

/** Follows a subscriber; where the provider is silent the thing that was due stays due. */
async function followed(
  app: SubscriptionApp,
  tenantId: string,
  subscriberId: string,
  retryFailed: boolean,
): Promise<void> {
  const outcome = await reconcileSubscriber(app, { tenantId, subscriberId, retryFailed });
  if (outcome === 'provider silent') throw new Refusal('provider_unreachable');
}
