import type { App } from '../app.ts';
import type { SeenSubscription } from '../billing/order.ts';
import { OPERATION_KEPT_MS } from '../limits.ts';
import type { Pay } from '../pay/pay.ts';
import { key } from '../table/schema.ts';
import { Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';

/**
 * Has an order that failed charged again, after a new card was entered. The intent is recorded first, one for each
 * failed attempt, so that no attempt is ever answered by two retries; how the retry ends is learned by looking.
 */
export async function retryFailedOrder(
  app: App,
  tenant: Tenant,
  pay: Pay,
  seen: SeenSubscription,
): Promise<void> {
  const order = seen.orders.findLast(({ status }) => status === 'FAILED');
  if (!order) return;
  const at = key.operation(tenant.id, `retry:${order.reference}:${order.failures.length}`);
  const now = app.clock();
  try {
    await app.table.apply({
      put: { ...at, state: 'CALLED', startedAt: now, ttl: Math.ceil((now + OPERATION_KEPT_MS) / 1000) },
      if: [{ absent: true }],
    });
  } catch (conflict) {
    if (conflict instanceof Conflict) return;
    throw conflict;
  }
  const answer = await pay.retryOrder(order.reference);
  if (!answer.ok)
    app.log.warn('the retry of a failed order was not taken', {
      reference: order.reference,
      outcome: answer.is,
    });
}
