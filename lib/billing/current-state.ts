import { endIfOver } from './cancellation.ts';
import { told } from './observed.ts';
import { chosenPlan, withPlans } from './plan-in-force.ts';
import { hasEnded, type OpenReference, type StoredSubscription, type Subscription } from './subscription.ts';

/** A subscription as it is at a moment: what is shown of it. What is written is decided by what was told. */
export interface SubscriptionView extends Subscription {
  /** Epoch ms. */
  readonly at: number;
}

/** The subscription at `now` (epoch ms), also with an end of access or a next plan that is due and not recorded yet. */
export function viewAt(stored: StoredSubscription, now: number): SubscriptionView {
  const one = withPlans(told(stored, Math.max(now, stored.toldAt)), now);
  const { subscription } = endIfOver(one, now);
  return { ...subscription, graceEndsAt: graceEndOf(subscription), at: now };
}

/** Nobody has grace beyond the end of access by a cancellation, also while the provider has not confirmed that. */
function graceEndOf({ graceEndsAt, cancellation }: Subscription): number | null {
  return graceEndsAt === null ? null : Math.min(graceEndsAt, cancellation?.accessUntil ?? graceEndsAt);
}

/** Whether no order of a reference was ever read: it was bought or taken by a plan change, or merely imported. */
export function isUnread(
  { recordedBefore }: OpenReference,
  { invoicedSince, nextOrderAt }: Subscription,
): boolean {
  const isMerelyImported = recordedBefore === invoicedSince && nextOrderAt === null;
  return recordedBefore === 0 || isMerelyImported;
}

/** Whether the provider knows all our records say: false if a cancellation or plan change is in our records alone. */
export function isSyncedWithProvider(subscription: SubscriptionView): boolean {
  const { cancellation, payPlanReference } = subscription;
  return cancellation?.by !== 'svc' && chosenPlan(subscription).reference === payPlanReference;
}

/**
 * When the provider will try to charge next (epoch ms); null if it will not, or if the time is unknown. The provider has the
 * next order ready as soon as one is paid: where its orders were read and none waits, the last one was charged. What a
 * reference charges first that has just taken another one's place follows from its beginning. A time that is over is that
 * of a charge under way: what follows is known with its outcome.
 */
export function nextPaymentAt(subscription: SubscriptionView): number | null {
  const { status, cancellation, periodEnd, nextOrderAt, openReferences, refs } = subscription;
  if (status !== 'ACTIVE' || cancellation?.by === 'pay') return null;
  const current = openReferences.at(-1);
  const made = refs.length > 1 && current?.recordedBefore === 0 ? refs.at(-1) : undefined;
  const begins = made ? Math.max(made.startAt, made.trialEnd ?? 0) : periodEnd;
  const isRead = current !== undefined && !isUnread(current, subscription);
  const at = nextOrderAt ?? (isRead ? null : begins);
  return at === null || at <= subscription.at ? null : at;
}

/** What access depends on. */
type Accessed = Pick<SubscriptionView, 'status' | 'graceEndsAt' | 'at'>;

/** Whether a renewal payment has failed and the plan's grace days are not over. */
export function inGracePeriod({ status, graceEndsAt, at }: Accessed): boolean {
  return status === 'PAYMENT_FAILED' && at < (graceEndsAt ?? at);
}

/** Whether the customer may use what was subscribed to. */
export function givesAccess(one: Accessed): boolean {
  return one.status === 'ACTIVE' || inGracePeriod(one);
}

/** What the order of a customer's subscriptions depends on. */
type Ranked = Pick<
  SubscriptionView,
  'at' | 'status' | 'createdAt' | 'beganWithTrial' | 'firstStart' | 'periodStart'
>;

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
export function isUnpaidTrial({ beganWithTrial, firstStart, periodStart }: Omit<Ranked, 'at'>): boolean {
  return beganWithTrial && periodStart === firstStart;
}
