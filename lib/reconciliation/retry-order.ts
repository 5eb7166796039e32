import { neverArrived } from '../pay/failure.ts';
import type { CoreApp } from '../runtime/app.ts';
import { CARD_RETRIES, CARD_RETRY_PAUSE_MS, RUNNING_RETRY_PAUSE_MS } from '../limits.ts';
import type { Pay, PayAnswer } from '../pay/pay.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import {
  countedTries,
  lookUpRetry,
  retryRecorded,
  retryRemoved,
  type PaymentRetry,
  type RetryAttempt,
} from '../table/purchases/payment-retries.ts';
import { tryWrite } from '../table/table.ts';
import type { Tenant } from '../table/tenants/tenants.ts';

/**
 * `asked`: the payment is being retried, or already was for this return. `nothing`: nothing needs a retry. `later`: not
 * before `at` (epoch ms). `silent`: no answer, or the request definitely did not reach the provider.
 */
export type RetryOutcome =
  { readonly is: 'asked' | 'nothing' | 'silent' } | { readonly is: 'later'; readonly at: number };

/** A return from the card form at `returnedAt` (epoch ms), and the subscription that its card is for. */
export interface CardReturn {
  readonly tenant: Tenant;
  readonly pay: Pay;
  /** The provider's reference of the subscription. */
  readonly reference: string;
  readonly returnedAt: number;
  /** When a form was opened that expired without a return (epoch ms): an attempt since then is the one for it, too. */
  readonly openedAt?: number | undefined;
}

/** What a new card may help: a failed payment, or an activation that the bank refused. */
interface FailedPayment {
  /** The failed order's, or the pending subscription's. */
  readonly reference: string;
  /** When it was last tried according to the provider; epoch ms. */
  readonly lastTriedAt: number;
  readonly retry: () => Promise<PayAnswer<undefined>>;
}

/**
 * Retries a payment or activation that needs a good card, after a return from the card form: once per return, never within a
 * minute of the last attempt and at most three times within a day, however often it is called. The attempt is recorded before the provider is
 * called, and removed only if the call never arrived; reconciliation learns the result.
 */
export async function retryFailedPayment(
  app: CoreApp,
  { tenant, pay, reference, returnedAt, openedAt }: CardReturn,
): Promise<RetryOutcome> {
  const lineage = await pay.lineage(reference);
  if (!lineage.ok) return { is: 'silent' };
  const { current } = lineage.value;
  if (isRunning(current)) return { is: 'later', at: app.clock() + RUNNING_RETRY_PAUSE_MS };
  const failed = findFailedPayment(pay, current, openedAt === undefined);
  if (!failed) return { is: 'nothing' };
  // Whoever tried it since the return has tried the new card.
  if (openedAt === undefined && failed.lastTriedAt > returnedAt) return { is: 'asked' };
  const before = await lookUpRetry(app, tenant.id, failed.reference);
  if (before && before.answeredUpTo >= returnedAt) return { is: 'asked' };
  if (before && openedAt !== undefined && before.triedAt >= openedAt) return { is: 'asked' };
  const mayRetryAt = nextRetryAt(failed, before, app.clock());
  if (app.clock() < mayRetryAt) return { is: 'later', at: mayRetryAt };
  const attempt = { tenant: tenant.id, reference: failed.reference, before, writer: app.newNonce() };
  if (!(await recordAttempt(app, attempt, returnedAt)))
    return { is: 'later', at: app.clock() + CARD_RETRY_PAUSE_MS };
  const answer = await failed.retry();
  if (answer.ok) return { is: 'asked' };
  app.log.warn('payment retry not accepted', { reference, outcome: answer.is });
  if (!neverArrived(answer)) return { is: 'asked' };
  await removeAttempt(app, attempt);
  return { is: 'silent' };
}

/** When a payment may be retried (epoch ms): not within a minute of the last attempt, and not more often than the limit. */
function nextRetryAt(failed: FailedPayment, before: PaymentRetry | undefined, now: number): number {
  const afterPause = Math.max(failed.lastTriedAt, before?.triedAt ?? 0) + CARD_RETRY_PAUSE_MS;
  const oldestOfMax = countedTries(before, now).at(-CARD_RETRIES.max);
  return oldestOfMax === undefined ? afterPause : Math.max(afterPause, oldestOfMax + CARD_RETRIES.withinMs);
}

/** Whether the provider is at another attempt at an order, of which nobody knows which card it charges. */
const isRunning = ({ orders }: PaySubscriptionDetails): boolean =>
  orders.some(({ status, attempts }) => status === 'WAITING' && attempts.some(({ succeeded }) => !succeeded));

/** What needs a good card. Only a return activates what has not begun: who leaves a form unused has not asked for that. */
function findFailedPayment(
  pay: Pay,
  { reference, status, orders }: PaySubscriptionDetails,
  hasReturned: boolean,
): FailedPayment | undefined {
  if (status === 'PENDING' && !hasReturned) return undefined;
  if (status === 'PENDING') return { reference, lastTriedAt: 0, retry: () => pay.activate(reference) };
  const order = orders.findLast((one) => one.status === 'FAILED');
  if (!order) return undefined;
  const lastTriedAt = Math.max(0, ...order.attempts.map(({ at }) => at));
  return { reference: order.reference, lastTriedAt, retry: () => pay.retryOrder(order.reference) };
}

/**
 * Records an attempt that covers all returns up to `returnedAt`; false if another was recorded concurrently. If that
 * fails, it may be on record although the provider is not asked, and is removed.
 */
async function recordAttempt(app: CoreApp, attempt: RetryAttempt, returnedAt: number): Promise<boolean> {
  const { writer } = attempt;
  try {
    return await tryWrite(
      () => app.table.apply(retryRecorded(attempt, returnedAt, app.clock())),
      (found) => found?.writer === writer,
    );
  } catch (error) {
    await removeAttempt(app, attempt).catch(() => undefined);
    throw error;
  }
}

/** Removes the record of an attempt that was not made, unless another one has replaced it. */
async function removeAttempt(app: CoreApp, attempt: RetryAttempt): Promise<void> {
  await tryWrite(() => app.table.apply(retryRemoved(attempt)));
}
