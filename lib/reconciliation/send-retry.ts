import type { SubscriptionApp } from '../runtime/app.ts';
import { unchanged } from '../billing/decision.ts';
import { intendRetry, withoutRetry } from '../billing/recovery.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit, type SubscriptionChange } from '../commit.ts';
import { isNoAnswer, outcomeUnknown } from '../pay/client.ts';
import { DAY_MS } from '../limits.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import { lookUpRetry } from '../table/purchases/payment-retries.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';

/** A retry of a subscriber's failed order. */
interface Retry extends Pick<SubscriptionChange, 'tenant' | 'causedBy'> {
  /** The subscriber's. */
  readonly id: string;
}

/**
 * What came of a retry: it is under way (its result is read later), `not allowed` by the record or after a card form's own
 * retry within a day, or the provider did not take it.
 */
export type SentRetry = 'under way' | 'not allowed' | PayFailure;

/**
 * Asks the provider once to charge the failed order again, if the record allows it. That is recorded first, and keeps any
 * other attempt back; a lost answer counts as taken, because the next read tells.
 */
export async function sendRetry(
  app: SubscriptionApp,
  pay: Pay,
  { tenant, id, causedBy }: Retry,
  isAllowed: (one: Subscription, now: number) => boolean,
): Promise<SentRetry> {
  const stored = await findSubscriber(app, tenant.id, { by: 'svc', id });
  const order = stored.subscription.recovery?.order;
  const byCardForm = order === undefined ? undefined : await lookUpRetry(app, tenant.id, order);
  if (byCardForm && byCardForm.triedAt > app.clock() - DAY_MS) return 'not allowed';
  const decide = ({ subscription: one }: StoredSubscriber) =>
    isAllowed(one, app.clock()) && one.recovery?.order === order
      ? unchanged(intendRetry(one, app.clock()))
      : undefined;
  const { subscription, decision } = await commit(app, { tenant, stored, causedBy, decide });
  if (!decision || order === undefined) return 'not allowed';
  const answer = await pay.retryOrder(order);
  if (answer.ok || outcomeUnknown(answer)) return 'under way';
  app.log.warn('payment retry not taken', { subscriberId: id, outcome: answer.is });
  const { at } = subscription.retry ?? {};
  const takeBack = ({ subscription: one }: StoredSubscriber) =>
    one.retry?.at === at ? unchanged(withoutRetry(one, isNoAnswer(answer))) : undefined;
  const asked = await findSubscriber(app, tenant.id, { by: 'svc', id });
  await commit(app, { tenant, stored: asked, causedBy, decide: takeBack });
  return answer;
}
