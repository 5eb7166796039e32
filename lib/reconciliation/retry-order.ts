import type { PayApp } from '../app.ts';
import type { ProviderSubscription } from '../billing/provider-snapshot.ts';
import { INTENT_KEPT_MS, INTENT_NOT_FOUND_AFTER_MS } from '../limits.ts';
import type { Pay } from '../pay/pay.ts';
import { key } from '../table/schema.ts';
import { Conflict, type Clause, type Item, type Key } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { isTransientFailure, outcomeUnknown } from '../account/pay-client.ts';

/** `asked`: the order is charged again in a moment. `silent`: the provider certainly did not hear of it. */
export type RetryOutcome = 'asked' | 'nothing to ask' | 'silent';

/**
 * Has an order that failed charged again, after a new card was entered. The intent is recorded first, one for each
 * failed attempt, so that no attempt is answered by two retries; how the retry ends is learned by looking. An intent
 * that never reached the provider is taken back.
 */
export async function retryFailedOrder(
  app: PayApp,
  tenant: Tenant,
  pay: Pay,
  seen: ProviderSubscription,
): Promise<RetryOutcome> {
  const order = seen.orders.findLast(({ status }) => status === 'FAILED');
  if (!order) return 'nothing to ask';
  const at = key.intent(tenant.id, `retry:${order.reference}:${order.failures.length}`);
  if (!(await intend(app, at))) return 'nothing to ask';
  const answer = await pay.retryOrder(order.reference);
  if (answer.ok) return 'asked';
  app.log.warn('the retry of a failed order was not taken', {
    reference: order.reference,
    outcome: answer.is,
  });
  if (!isTransientFailure(answer) || outcomeUnknown(answer)) return 'asked';
  await app.table.apply({ delete: at });
  return 'silent';
}

/**
 * Records the intent, unless another one stands. One of long ago whose attempt has still not been followed by another
 * never took effect.
 */
async function intend(app: PayApp, at: Key, before?: Item): Promise<boolean> {
  const now = app.clock();
  const writer = app.newNonce();
  const ttl = Math.ceil((now + INTENT_KEPT_MS) / 1000);
  const unchanged: Clause = before
    ? { attribute: 'startedAt', is: Number(before.startedAt) }
    : { absent: true };
  try {
    await app.table.apply({ put: { ...at, state: 'CALLED', writer, startedAt: now, ttl }, if: [unchanged] });
    return true;
  } catch (conflict) {
    if (!(conflict instanceof Conflict)) throw conflict;
    const [found] = conflict.found;
    if (found?.writer === writer) return true;
    const isOld = now - Number(found?.startedAt) >= INTENT_NOT_FOUND_AFTER_MS;
    return found !== undefined && !before && isOld && intend(app, at, found);
  }
}
