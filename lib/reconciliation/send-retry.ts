import type { SubscriptionApp } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { unchanged } from '../billing/decision.ts';
import { intendRetry, withoutRetry } from '../billing/recovery.ts';
import { allowedBeside } from '../billing/retry-limits.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit, type SubscriptionChange } from '../commit.ts';
import { effectOf, neverArrived } from '../pay/failure.ts';
import { DAY_MS, RECOVERY, SECOND_MS } from '../limits.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import { messageOf } from '../queue/messages.ts';
import {
  lookUpRetry,
  retryRecorded,
  retryRemoved,
  type RetryAttempt,
} from '../table/purchases/payment-retries.ts';
import { subscriptionsBeside } from '../table/subscribers/customers.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import { tryWrite } from '../table/table.ts';

/** A retry of a subscriber's failed order. */
interface Retry extends Pick<SubscriptionChange, 'tenant' | 'causedBy'> {
  /** The subscriber's. */
  readonly id: string;
}

/**
 * What came of a retry: it is under way (its result is read later), `not allowed` by the record or within a day of another
 * one for the same customer, or the provider did not take it.
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
  if (order === undefined || !isAllowed(stored.subscription, app.clock())) return 'not allowed';
  const turn = await takeTurn(app, tenant.id, stored.subscription);
  if (!turn) return 'not allowed';
  const decide = ({ subscription: one }: StoredSubscriber) =>
    isAllowed(one, app.clock()) && one.recovery?.order === order
      ? unchanged(intendRetry(one, app.clock()))
      : undefined;
  const { subscription, decision } = await commit(app, { tenant, stored, causedBy, decide });
  if (!decision) {
    await giveBack(app, turn);
    return 'not allowed';
  }
  const answer = await pay.retryOrder(order);
  if (answer.ok || effectOf(answer) === 'unknown') {
    await readSoon(app, tenant.id, id);
    return 'under way';
  }
  app.log.warn('payment retry not taken', { subscriberId: id, outcome: answer.is });
  const isTakenBack = neverArrived(answer);
  const { at } = subscription.retry ?? {};
  const takeBack = ({ subscription: one }: StoredSubscriber) =>
    one.retry?.at === at ? unchanged(withoutRetry(one, isTakenBack)) : undefined;
  const asked = await findSubscriber(app, tenant.id, { by: 'svc', id });
  await commit(app, { tenant, stored: asked, causedBy, decide: takeBack });
  if (isTakenBack) await giveBack(app, turn);
  return answer;
}

/**
 * The customer's subscriptions may all be charged to one card, so they take turns: one try a day for all of them,
 * by whatever was asked for and whatever was seen. Undefined if it is none of this one's.
 */
async function takeTurn(
  app: SubscriptionApp,
  tenant: string,
  one: Subscription,
): Promise<RetryAttempt | undefined> {
  const reference = one.customerReference;
  const [byCardForm, before, beside] = await Promise.all([
    lookUpRetry(app, tenant, one.recovery?.order ?? ''),
    lookUpRetry(app, tenant, reference),
    subscriptionsBeside(app, tenant, one.id),
  ]);
  const now = app.clock();
  const lastTriedAt = Math.max(byCardForm?.triedAt ?? 0, before?.triedAt ?? 0);
  const others = beside.filter(({ id }) => id !== one.id);
  if (now < Math.max(lastTriedAt + DAY_MS, allowedBeside(one, others))) return undefined;
  const turn = { tenant, reference, before, writer: app.newNonce() };
  const isOwn = await tryWrite(
    () => app.table.apply(retryRecorded(turn, now, now)),
    (found) => found?.writer === turn.writer,
  );
  return isOwn ? turn : undefined;
}

/** Gives a turn back of which nothing came. */
const giveBack = (app: SubscriptionApp, turn: RetryAttempt) =>
  tryWrite(() => app.table.apply(retryRemoved(turn)));

/** The first look for the result, sooner than the sweep would take it; where the message is refused the sweep does. */
async function readSoon(app: SubscriptionApp, tenantId: string, subscriberId: string): Promise<void> {
  const [firstMs] = RECOVERY.pollsMs;
  const message = messageOf({ kind: 'subscriber', tenantId, subscriberId }, Math.ceil(firstMs / SECOND_MS));
  try {
    await app.queues.reconciliation.send([message]);
  } catch (error) {
    app.log.warn('messages left to the sweep', { tenant: tenantId, ...errorFields(error) });
  }
}
