import type { SubscriptionApp } from '../app.ts';
import { subscribe } from '../billing/checkout.ts';
import type { PaymentIntent, IntentOutcome } from '../billing/payment-intent.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscription } from '../pay/provider-records.ts';
import { commitNew } from '../commit.ts';
import { intentDone, intentFrom } from '../table/payment-intents.ts';
import { customerHash, withCustomerHash } from '../table/ids.ts';
import { onConflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { fetchPurchase } from './fetch-purchase.ts';
import { statusOf } from '../account/pay-client.ts';
import { requested } from '../table/timeline.ts';

/** Records what a direct checkout brought about, in one transaction. Whoever comes second gets the first outcome. */
export async function recordDirectPurchase(
  app: SubscriptionApp,
  tenant: Tenant,
  pay: Pay,
  intent: PaymentIntent,
  made: PaySubscription,
): Promise<IntentOutcome> {
  const now = app.clock();
  const id = withCustomerHash(app.newId(), customerHash(tenant.id, intent.customer.email));
  const decision = subscribe({
    id,
    cause: `direct:${intent.reference}:${intent.startedAt}`,
    plan: intent.plan,
    customer: intent.customer,
    endedBefore: intent.endedBefore,
    purchase: await fetchPurchase(pay, made, statusOf(made.status)),
    now,
    announcePending: false,
  });
  const outcome = outcomeOf(intent, id, made);
  const work = {
    tenant,
    causedBy: requested(app),
    thenReconcile: { kind: 'subscriber', tenantId: tenant.id, subscriberId: id },
  } as const;
  return onConflict(
    async () => {
      await commitNew(app, work, decision, [intentDone(tenant.id, intent, outcome)]);
      return outcome;
    },
    (conflict) => {
      const stored = conflict.found[0] && intentFrom(conflict.found[0]);
      if (stored?.outcome) return stored.outcome;
      throw conflict;
    },
  );
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
