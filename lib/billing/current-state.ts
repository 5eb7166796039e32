import { endIfOver } from './cancellation.ts';
import type { Decision } from './decision.ts';
import { chosenPlan, withPlans } from './plan-in-force.ts';
import { hasEnded, type OpenReference, type Subscription } from './subscription.ts';

/** The subscription at a moment (epoch ms), with an end of access or a next plan that is due but not yet recorded. */
export function asOf(subscription: Subscription, now: number): Subscription {
  return endIfOver(withPlans(subscription, now), now).subscription;
}

/**
 * The end of a subscription whose access is over at `now` (epoch ms), if the provider need not be asked: it was read
 * since the last purchase, import or plan change, and has confirmed the cancellation, or charges nothing before an end
 * in our records alone. Undefined otherwise: a failed payment may be made good there at any time.
 */
export function endWithoutProvider(subscription: Subscription, now: number): Decision | undefined {
  if (subscription.status === 'PAYMENT_FAILED' || mayHaveNewCharges(subscription, now)) return undefined;
  const decision = endIfOver(withPlans(subscription, now), now);
  return decision.events.length > 0 ? decision : undefined;
}

/** Whether the provider may have charges before the end of access that no reconciliation has recorded. */
function mayHaveNewCharges(subscription: Subscription, now: number): boolean {
  const { cancellation, nextOrderAt, openReferences } = subscription;
  const end = cancellation?.by === 'svc' ? (cancellation.accessUntil ?? now) : Infinity;
  const isChargedBeforeEnd = nextOrderAt !== null && nextOrderAt < end;
  return isChargedBeforeEnd || openReferences.some((one) => isUnread(one, subscription));
}

/** Whether no order of a reference was ever read: it was bought or taken by a plan change, or merely imported. */
function isUnread({ recordedBefore }: OpenReference, { invoicedSince, nextOrderAt }: Subscription): boolean {
  const isMerelyImported = recordedBefore === invoicedSince && nextOrderAt === null;
  return recordedBefore === 0 || isMerelyImported;
}

/** Whether the provider knows all our records say: false if a cancellation or plan change is in our records alone. */
export function isSyncedWithProvider(subscription: Subscription): boolean {
  const { cancellation, payPlanReference } = subscription;
  return cancellation?.by !== 'svc' && chosenPlan(subscription).reference === payPlanReference;
}

/**
 * When the provider will try to charge next (epoch ms); null if it will not, or if the time is unknown. The provider has the
 * next order ready as soon as one is paid: where its orders were read and none waits, the last one was charged. A time
 * that is over is that of a charge under way, such as the one of a plan change: what follows is known with its outcome.
 */
export function nextPaymentAt(subscription: Subscription, now: number): number | null {
  const { status, cancellation, periodEnd, nextOrderAt, openReferences } = subscription;
  if (status !== 'ACTIVE' || cancellation?.by === 'pay') return null;
  const current = openReferences.at(-1);
  const hasChargedLast = nextOrderAt === null && current !== undefined && !isUnread(current, subscription);
  const at = hasChargedLast ? null : (nextOrderAt ?? periodEnd);
  return at === null || at < now ? null : at;
}

/** Whether a renewal payment has failed and the plan's grace days are not over. */
export function inGracePeriod(
  { status, graceEndsAt }: Pick<Subscription, 'status' | 'graceEndsAt'>,
  now: number,
): boolean {
  return status === 'PAYMENT_FAILED' && now < (graceEndsAt ?? now);
}

/** Whether the customer may use what was subscribed to. */
export function givesAccess(
  subscription: Pick<Subscription, 'status' | 'graceEndsAt'>,
  now: number,
): boolean {
  return subscription.status === 'ACTIVE' || inGracePeriod(subscription, now);
}

/** What the order of a customer's subscriptions depends on. */
type Ranked = Pick<Subscription, 'status' | 'createdAt' | 'beganWithTrial' | 'firstStart' | 'periodStart'>;

/**
 * The most significant of a customer's subscriptions. Of the live ones the oldest: active ones first, then those whose
 * payment failed, those that nobody has paid for yet (a free trial), and pending ones; so a trial that somebody else begins
 * under the customer's e-mail displaces nothing. Else the one that ended last, by its beginning.
 */
export function primarySubscription<S extends Ranked>(subscriptions: readonly S[]): S | undefined {
  const live = subscriptions.filter((one) => !hasEnded(one));
  const [oldest] = live.sort((a, b) => rankOf(a) - rankOf(b) || a.createdAt - b.createdAt);
  return oldest ?? subscriptions.toSorted((a, b) => b.createdAt - a.createdAt)[0];
}

function rankOf(one: Ranked): number {
  if (one.status === 'PENDING') return 3;
  if (isUnpaidTrial(one)) return 2;
  return one.status === 'ACTIVE' ? 0 : 1;
}

/** Whether a subscription began with a free trial and is still in that period, so that nothing was ever paid. */
export function isUnpaidTrial({ beganWithTrial, firstStart, periodStart }: Ranked): boolean {
  return beganWithTrial && firstStart !== null && periodStart === firstStart;
}
