import type { App } from '../app.ts';
import type { SeenSubscription } from '../billing/order.ts';
import { OPERATION_KEPT_MS } from '../limits.ts';
import type { Pay } from '../pay/pay.ts';
import { key } from '../table/schema.ts';
import { Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { isSilence, outcomeUnknown } from './provider.ts';

/** `asked`: the order is charged again in a moment. `silent`: the provider certainly did not hear of it. */
export type RetryOutcome = 'asked' | 'nothing to ask' | 'silent';

/**
 * Has an order that failed charged again, after a new card was entered. The intent is recorded first, one for each
 * failed attempt, so that no attempt is ever answered by two retries; how the retry ends is learned by looking. An
 * intent that never reached the provider is taken back.
 */
export async function retryFailedOrder(
  app: App,
  tenant: Tenant,
  pay: Pay,
  seen: SeenSubscription,
): Promise<RetryOutcome> {
  const order = seen.orders.findLast(({ status }) => status === 'FAILED');
  if (!order) return 'nothing to ask';
  const at = key.operation(tenant.id, `retry:${order.reference}:${order.failures.length}`);
  const now = app.clock();
  const writer = app.newNonce();
  try {
    await app.table.apply({
      put: {
        ...at,
        state: 'CALLED',
        writer,
        startedAt: now,
        ttl: Math.ceil((now + OPERATION_KEPT_MS) / 1000),
      },
      if: [{ absent: true }],
    });
  } catch (conflict) {
    if (!(conflict instanceof Conflict)) throw conflict;
    if (conflict.found[0]?.writer !== writer) return 'nothing to ask';
  }
  const answer = await pay.retryOrder(order.reference);
  if (answer.ok) return 'asked';
  app.log.warn('the retry of a failed order was not taken', {
    reference: order.reference,
    outcome: answer.is,
  });
  if (!isSilence(answer) || outcomeUnknown(answer)) return 'asked';
  await app.table.apply({ delete: at });
  return 'silent';
}
