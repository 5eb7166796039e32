import type { App } from '../app.ts';
import { verdict, type Operation } from '../billing/operation.ts';
import { CLOCK_DIFFERENCE_MS, OPERATION_LOOK_AFTER_MS } from '../limits.ts';
import type { Pay, PaySubscriptionDetails } from '../pay/pay.ts';
import { operationFailed, operationFrom, operationSettled, operationUnknown } from '../table/operations.ts';
import { key } from '../table/schema.ts';
import { lookUpReference } from '../table/subscribers.ts';
import { findTenant, type Tenant } from '../table/tenants.ts';
import { followSubscriber } from './follow.ts';
import { payOf } from './provider.ts';
import { recordDirectPurchase } from './purchase-direct.ts';
import { unlessChanged } from './unless-changed.ts';

/** Finds out what became of a money call, by looking and never by calling again. */
export async function resolveOperation(app: App, tenantId: string, reference: string): Promise<void> {
  const item = await app.table.get(key.operation(tenantId, reference), { consistent: true });
  if (!item) return;
  const operation = operationFrom(item);
  const tenant = await findTenant(app, tenantId);
  if (operation.state === 'DONE' && operation.outcome) {
    const outcome = await followSubscriber(app, { tenantId, subscriberId: operation.outcome.subscriberId });
    if (outcome === 'followed') await app.table.apply(operationSettled(tenantId, reference));
    return;
  }
  if (operation.state === 'FAILED') return;
  const pay = await payOf(app, tenant);
  const found = await unclaimed(app, tenant, pay, operation);
  const now = app.clock();
  if (!found)
    return unlessChanged(() =>
      app.table.apply(operationUnknown(tenantId, operation, now + OPERATION_LOOK_AFTER_MS)),
    );
  switch (verdict(found.length, now - operation.startedAt)) {
    case 'adopt':
      if (found[0]) await recordDirectPurchase(app, tenant, pay, operation, found[0]);
      return;
    case 'ambiguous':
      app.log.error('more than one charge fits an unknown outcome; look at the provider', {
        tenant: tenantId,
        reference,
        count: found.length,
      });
      return unlessChanged(() => app.table.apply(operationUnknown(tenantId, operation, undefined)));
    case 'look again':
      return unlessChanged(() =>
        app.table.apply(operationUnknown(tenantId, operation, now + OPERATION_LOOK_AFTER_MS)),
      );
    case 'never happened':
      return unlessChanged(() => app.table.apply(operationFailed(tenantId, operation)));
  }
}

/** The customer's subscriptions to the plan that were made around the call and that nobody has on record. */
async function unclaimed(
  app: App,
  tenant: Tenant,
  pay: Pay,
  operation: Operation,
): Promise<PaySubscriptionDetails[] | undefined> {
  const answer = await pay.search({ planReference: operation.plan.reference });
  if (!answer.ok) return undefined;
  const fitting = answer.value.filter(
    ({ customerEmail, createdAt }) =>
      customerEmail?.trim().toLowerCase() === operation.customer.email &&
      Math.abs(createdAt - operation.startedAt) <= CLOCK_DIFFERENCE_MS,
  );
  const claimed = await Promise.all(
    fitting.map(({ reference }) => lookUpReference(app, tenant.id, reference)),
  );
  return fitting.filter((_, index) => claimed[index] === undefined);
}
