import type { SubscriptionApp } from '../app.ts';
import type { CardCheckout } from '../billing/checkout.ts';
import type { Subscription } from '../billing/subscription.ts';
import { SWEEP_GRACE_MS } from '../limits.ts';
import { findSubscriber } from '../table/subscribers.ts';
import { checkoutReturned } from '../table/checkouts.ts';
import { Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { publish } from '../webhooks/outbox.ts';

/**
 * The browser is back from the form for a new card. The provider has no call that tells what became of it, so this is
 * a hint: the first return has the subscriber compared with the provider, where a failed order is then tried again.
 */
export async function completeCardUpdate(
  app: SubscriptionApp,
  tenant: Tenant,
  checkout: CardCheckout,
): Promise<Subscription> {
  const { subscription } = await findSubscriber(app, tenant.id, { by: 'svc', id: checkout.subscriberId });
  if (await isFirstReturn(app, checkout)) {
    const follow = { tenantId: tenant.id, subscriberId: subscription.id, retryFailed: true };
    await publish(app, { changes: [], messages: [] }, follow);
  }
  return subscription;
}

async function isFirstReturn(app: SubscriptionApp, checkout: CardCheckout): Promise<boolean> {
  try {
    await app.table.apply(checkoutReturned(checkout.token, app.clock() + SWEEP_GRACE_MS));
    return true;
  } catch (conflict) {
    if (conflict instanceof Conflict) return false;
    throw conflict;
  }
}
