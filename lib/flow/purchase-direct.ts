import type { App } from '../app.ts';
import { subscribe } from '../billing/checkout.ts';
import type { Operation, OperationOutcome } from '../billing/operation.ts';
import type { Pay, PaySubscription } from '../pay/pay.ts';
import { operationDone, operationFrom } from '../table/operations.ts';
import { kinOf, withKin } from '../table/schema.ts';
import { referencePut, subscriberPut } from '../table/subscribers.ts';
import { Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { whatWasBought } from './checkout.ts';
import { statusOf } from './provider.ts';
import { announce, tell } from './tell.ts';

/** Records what a direct checkout brought about, in one transaction. Whoever comes second gets the first outcome. */
export async function recordDirectPurchase(
  app: App,
  tenant: Tenant,
  pay: Pay,
  operation: Operation,
  made: PaySubscription,
): Promise<OperationOutcome> {
  const now = app.clock();
  const id = withKin(app.newId(), kinOf(tenant.id, operation.customer.email));
  const { subscription, events } = subscribe({
    id,
    cause: `direct:${operation.reference}:${operation.startedAt}`,
    plan: operation.plan,
    customer: operation.customer,
    endedBefore: operation.endedBefore,
    bought: await whatWasBought(pay, made, statusOf(made.status)),
    now,
    tellPending: false,
  });
  const outcome = outcomeOf(operation, id, made);
  const telling = tell(tenant, events, now);
  try {
    await app.table.write([
      operationDone(tenant.id, operation, outcome),
      subscriberPut(tenant.id, subscription, undefined, undefined),
      referencePut(tenant.id, made.reference, id),
      ...telling.changes,
    ]);
  } catch (conflict) {
    const stored = conflict instanceof Conflict && conflict.found[0] && operationFrom(conflict.found[0]);
    if (stored && stored.outcome) return stored.outcome;
    throw conflict;
  }
  await announce(app, telling, { tenantId: tenant.id, subscriberId: id });
  return outcome;
}

function outcomeOf(
  { customer, plan }: Operation,
  subscriberId: string,
  made: PaySubscription,
): OperationOutcome {
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
