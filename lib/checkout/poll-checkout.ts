import { storedId } from '../billing/identifiers.ts';
import { bySchedule } from '../billing/timeline.ts';
import type { SubscriptionApp, WithTenant } from '../runtime/app.ts';
import {
  isPastItsDay,
  type CardCheckout,
  type Checkout,
  type SubscribeCheckout,
} from '../billing/checkout.ts';
import { isRefusedForGood } from './activate.ts';
import { completeCheckout, type CheckoutResult } from './complete-hosted.ts';
import { commit } from '../commit.ts';
import type { Wanted } from '../billing/next-step.ts';
import { RECONCILE_RETRY_MS } from '../limits.ts';
import { reconcileWith } from '../reconciliation/reconcile.ts';
import { postpone } from '../reconciliation/postpone.ts';
import type { AskedStep } from '../reconciliation/take-step.ts';
import {
  cardFormSettled,
  checkoutDue,
  checkoutPolled,
  checkoutSettled,
  checkoutUnanswered,
  lookUpCheckout,
  type PollResult,
} from '../table/purchases/checkouts.ts';
import { unchanged } from '../billing/decision.ts';
import { changed } from '../billing/subscription.ts';
import { delayUntilTurn } from '../table/work/limited-turns.ts';
import { takeToken } from '../table/tenants/rate-limits.ts';
import { postponeSilent } from '../table/work/silences.ts';
import { checkoutWork } from '../table/work/works.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { expiredCardFormPut } from '../table/purchases/payment-forms.ts';
import { tryWrite } from '../table/table.ts';
import { ensureFirstEventDelivered } from '../table/events/first-event.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** Polls a checkout that is due, or whose browser has just returned from a card form. */
export async function pollCheckout(app: SubscriptionApp, token: string): Promise<void> {
  const checkout = await lookUpCheckout(app, token);
  if (!checkout) return;
  const own = await withTenant(forTenant(app, checkout.tenant));
  if (checkout.kind === 'card') return pollCardForm(own, checkout);
  return checkout.outcome
    ? ensureFirstOrderRecorded(own, checkout, checkout.outcome.subscriberId)
    : pollForm(own, checkout);
}

/**
 * Completes a hosted checkout without a browser exactly as if one had returned. If a tenant has so many that its
 * browsers would find the provider's limit used up, its polls take turns.
 */
async function pollForm(app: SubscriptionApp & WithTenant, checkout: SubscribeCheckout): Promise<void> {
  const { isGranted } = await takeToken(app, 'formPolls');
  if (!isGranted) {
    const turnAt = app.clock() + (await delayUntilTurn(app));
    return void (await tryWrite(() => app.table.apply(checkoutUnanswered(checkout, turnAt))));
  }
  const end = await completeCheckout(app, checkout, 'schedule');
  if (end.is === 'success' || (end.is === 'unknown' && end.poll === 'soon')) return;
  const now = app.clock();
  const found = foundBy(end);
  if (found === 'unclear' && isPastItsDay(checkout, now)) {
    const reference = checkout.clientReferenceId;
    app.log.measure('OutcomesUnknown', 1, 'refused form', { tenant: app.tenantId, reference });
  }
  await tryWrite(() => app.table.apply(checkoutPolled(checkout, now, found)));
}

function foundBy(end: CheckoutResult): PollResult {
  if (end.is !== 'unknown') return 'unpaid';
  return end.poll === 'unclear' ? 'unclear' : 'undecided';
}

/** A finished checkout stays due until its first order is recorded and its subscription is active (or cannot become so). */
async function ensureFirstOrderRecorded(
  app: SubscriptionApp & WithTenant,
  checkout: SubscribeCheckout,
  subscriberId: string,
): Promise<void> {
  await ensureFirstEventDelivered(app, subscriberId);
  const wanted = checkout.errorCode === null ? ({ is: 'activation' } as const) : undefined;
  const { outcome, taken } = await reconcile(app, subscriberId, wanted);
  if (outcome !== 'reconciled' && !taken) return retryLater(app, checkout);
  const isToBeRetried = taken?.is === 'asked' && (await isStillWaiting(app, subscriberId, taken));
  const next = isToBeRetried ? checkoutPolled(checkout, app.clock()) : checkoutSettled(checkout.token);
  await tryWrite(() => app.table.apply(next));
}

/** Whether an activation is to be tried again: it was not made, and not refused for good. */
async function isStillWaiting(
  app: SubscriptionApp & WithTenant,
  id: string,
  { answer }: AskedStep,
): Promise<boolean> {
  if (answer.ok || isRefusedForGood(answer)) return false;
  const { subscription } = await findSubscriber(app, { by: 'svc', id: storedId(id) });
  return subscription.status === 'PENDING';
}

/** Retries a failed payment after a return from the card form, or once when the form has expired without one. */
async function pollCardForm(app: SubscriptionApp & WithTenant, checkout: CardCheckout): Promise<void> {
  const { subscriberId, returnedAt, expiresAt } = checkout;
  const now = app.clock();
  const since = returnedAt ?? (now >= expiresAt ? expiresAt : undefined);
  if (since === undefined) return void (await tryWrite(() => app.table.apply(checkoutPolled(checkout, now))));
  const openedAt = returnedAt === null ? checkout.startedAt : undefined;
  const wanted = { is: 'card', returnedAt: since, openedAt } as const;
  const { outcome, taken } = await reconcile(app, subscriberId, wanted);
  const isSilent = taken?.is === 'asked' ? hasNotArrived(taken) : !taken && outcome !== 'reconciled';
  if (isSilent) return retryLater(app, checkout);
  if (taken?.is === 'later') return void (await app.table.apply(checkoutDue(checkout, taken.at)));
  if (taken) {
    if (returnedAt !== null) await countAnew(app, subscriberId, returnedAt);
    await reconcile(app, subscriberId);
    await reconcileSoon(app, subscriberId);
  }
  // Last: the form stays due until the retry's result is certain to be read.
  await closeCardForm(app, checkout);
}

const hasNotArrived = ({ outcome }: AskedStep): boolean => outcome.is === 'refused' && !outcome.hasArrived;

/** With a card that was entered at `at` (epoch ms) the attempts and days of a failed renewal count anew. */
async function countAnew(app: SubscriptionApp & WithTenant, id: string, at: number): Promise<void> {
  const stored = await findSubscriber(app, { by: 'svc', id: storedId(id) });
  const decide = ({ subscription: one }: StoredSubscriber) =>
    one.status === 'PAYMENT_FAILED' ? unchanged(changed(one, { cardReturnedAt: at })) : undefined;
  await commit(app, { stored, causedBy: bySchedule, decide });
}

/** Closes a form that needs no retry any more, unless a browser has returned from it since it was read. */
async function closeCardForm(app: SubscriptionApp, checkout: CardCheckout): Promise<void> {
  // First: an erasure finds the form either by its being due or by this.
  if (checkout.returnedAt === null) await app.table.apply(expiredCardFormPut(checkout));
  await tryWrite(() => app.table.apply(cardFormSettled(checkout)));
}

/** After a retry the provider charges in its own time: the subscriber is reconciled again in a minute. */
async function reconcileSoon(app: SubscriptionApp & WithTenant, id: string): Promise<void> {
  const stored = await findSubscriber(app, { by: 'svc', id: storedId(id) });
  await postpone(app, { stored, at: app.clock() + RECONCILE_RETRY_MS });
}

/** The provider did not answer about a checkout's result: it is read again with growing delays. */
const retryLater = (app: SubscriptionApp, { token, tenant }: Checkout) =>
  postponeSilent(app, 'checkout', checkoutWork(tenant, token));

const reconcile = (app: SubscriptionApp & WithTenant, subscriberId: string, wanted?: Wanted) =>
  reconcileWith(app, subscriberId, bySchedule, wanted);
