import type { SubscriptionApp } from '../app.ts';
import { subscribe } from '../billing/checkout.ts';
import type { PaymentIntent, IntentOutcome } from '../billing/payment-intent.ts';
import type { Pay, PaySubscription } from '../pay/pay.ts';
import { intentDone, intentFrom } from '../table/payment-intents.ts';
import { customerHash, withCustomerHash } from '../table/schema.ts';
import { referencePut, subscriberPut } from '../table/subscribers.ts';
import { Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { fetchPurchase } from './complete-hosted.ts';
import { statusOf } from '../account/pay-client.ts';
import { publish, outboxEntries } from '../webhooks/outbox.ts';

/** Records what a direct checkout brought about, in one transaction. Whoever comes second gets the first outcome. */
export async function recordDirectPurchase(
  app: SubscriptionApp,
  tenant: Tenant,
  pay: Pay,
  operation: PaymentIntent,
  made: PaySubscription,
): Promise<IntentOutcome> {
  const now = app.clock();
  const id = withCustomerHash(app.newId(), customerHash(tenant.id, operation.customer.email));
  const { subscription, events } = subscribe({
    id,
    cause: `direct:${operation.reference}:${operation.startedAt}`,
    plan: operation.plan,
    customer: operation.customer,
    endedBefore: operation.endedBefore,
    purchase: await fetchPurchase(pay, made, statusOf(made.status)),
    now,
    announcePending: false,
  });
  const outcome = outcomeOf(operation, id, made);
  const telling = outboxEntries(tenant, events, now);
  try {
    await app.table.write([
      intentDone(tenant.id, operation, outcome),
      subscriberPut(tenant.id, subscription, undefined, undefined),
      referencePut(tenant.id, made.reference, id),
      ...telling.changes,
    ]);
  } catch (conflict) {
    const stored = conflict instanceof Conflict && conflict.found[0] && intentFrom(conflict.found[0]);
    if (stored && stored.outcome) return stored.outcome;
    throw conflict;
  }
  await publish(app, telling, { tenantId: tenant.id, subscriberId: id });
  return outcome;
}

function outcomeOf(
  { customer, plan }: PaymentIntent,
  subscriberId: string,
  made: PaySubscription,
): IntentOutcome {
  return {
    subscriberId,
    customerId: customer.id,
    planId: plan.id,
    reference: made.reference,
    parentReference: made.parentReference ?? null,
    planReference: made.planReference,
    customerReference: made.customerReference,
    providerStatus: made.providerStatus,
    createdAt: made.createdAt,
    startAt: made.startAt,
    endAt: made.endAt ?? null,
  };
}
