import { choiceOf, plansAt } from '../billing/plan-in-force.ts';
import { settled, withRefs } from '../billing/observed.ts';
import type { PlanTerms } from '../billing/plan.ts';
import { changed, type Subscription } from '../billing/subscription.ts';
import type { ProviderOrder } from '../billing/provider-snapshot.ts';
import { unread, type ObservedReference, type OwedOrder, type PaidPeriod } from '../billing/tail.ts';
import { DAY_MS } from '../limits.ts';
import { refusalOf } from '../pay/client.ts';
import { againOf } from '../pay/failure.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { snapshotOf } from '../reconciliation/fetch-snapshot.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { plansByReference } from '../table/subscribers/plans.ts';

/** What an imported subscription replaced, as far as it is still in force, and the plan of that if it is known here. */
export interface Formers {
  /** Newest first. */
  readonly replaced: readonly PaySubscriptionDetails[];
  readonly plan: PlanTerms | undefined;
}

/**
 * The former references of a subscription that is the result of a plan change and has not begun or is not paid yet; else
 * undefined. One call then. Throws the refusal of a provider that does not answer.
 */
export async function formersInForce(
  app: CoreApp & OfTenant,
  pay: Pay,
  one: PaySubscriptionDetails,
): Promise<Formers | undefined> {
  const now = app.clock();
  const hasTrial = one.trialEnd !== undefined && one.startAt <= now;
  if (one.status === 'PENDING' || (!isToBegin(one, now) && (lastPaid(one) || hasTrial))) return undefined;
  const replaced = await formersOf(pay, one);
  const inForce = replaced.find((each) => each.startAt <= now);
  const plans = await plansByReference(app, inForce ? [inForce.planReference] : []);
  return { replaced, plan: inForce && plans.get(inForce.planReference) };
}

/** Whether the first period of a subscription is yet to come. */
const isToBegin = ({ startAt, createdAt }: PaySubscriptionDetails, now: number): boolean =>
  startAt > Math.max(createdAt, now);

/** The references that it replaced, newest first; none if they cannot be read. */
async function formersOf(pay: Pay, one: PaySubscriptionDetails): Promise<readonly PaySubscriptionDetails[]> {
  const ancestors = await pay.ancestors(one);
  if (!ancestors.ok && againOf(ancestors) !== 'same') throw refusalOf(ancestors);
  return ancestors.ok ? ancestors.value : [];
}

/** The last period that was paid for, of those that began before `since` (epoch ms). */
function lastPaid({ orders }: PaySubscriptionDetails, since = Infinity): PaidPeriod | null {
  const paid = orders.findLast(({ status, periodStart }) => status === 'PAID' && periodStart < since);
  if (!paid) return null;
  const paidAt = paid.attempts.find(({ succeeded }) => succeeded)?.at ?? null;
  return { start: paid.periodStart, end: paid.periodEnd, paidAt };
}

/** A subscription at the provider, and its plan. */
interface OnPlan {
  readonly found: PaySubscriptionDetails;
  readonly plan: PlanTerms;
}

/**
 * The reference under which a subscription ran at `since` (epoch ms), or began after it: reconciliation follows its plan
 * changes from there, with the charges of each. Itself if its former references cannot be read, or their plan is unknown
 * here. Throws the refusal of a provider that does not answer.
 */
export async function runningAt(
  app: CoreApp & OfTenant,
  pay: Pay,
  one: OnPlan,
  since: number,
): Promise<OnPlan> {
  if (one.found.createdAt < since) return one;
  const formers = await formersOf(pay, one.found);
  const found = formers.find((each) => each.createdAt < since) ?? formers.at(-1);
  if (!found) return one;
  const plan = (await plansByReference(app, [found.planReference])).get(found.planReference);
  return plan ? { found, plan } : one;
}

/**
 * A subscription that was just taken over, as it follows from what was read: what was charged or refused before (before
 * `chargesSince`) counts as told.
 */
export function asRead(
  bought: Subscription,
  own: PaySubscriptionDetails,
  formers: Formers | undefined,
  { chargesSince, now }: { readonly chargesSince: number | undefined; readonly now: number },
): Subscription {
  const paid = lastPaid(own, chargesSince);
  const invoicedSince = chargesSince ?? paid?.end ?? 0;
  const { orders } = snapshotOf(own, bought.plan.currency);
  const waiting = orders.find(({ status }) => status === 'WAITING')?.start ?? null;
  const [made] = bought.refs;
  if (!made) return bought;
  const found =
    chargesSince === undefined
      ? { waitsFrom: waiting, owed: owedIn(orders, bought.plan) }
      : { waitsFrom: null, owed: null };
  const read = { ...made, toldBefore: invoicedSince, ...found };
  const replaced = formers?.replaced.map(referenceOf).reverse() ?? [];
  const one = changed(bought, { invoicedSince });
  const before = withRefs(one, [...replaced, { ...read, trialEnd: null, paid: null }], now);
  if (!formers || before.periodEnd === null)
    return withRefs(one, [{ ...read, paid: paid ?? made.paid }], Math.max(now, made.startAt));
  const after = settled(withRefs(one, [...replaced, { ...read, paid }], now));
  const firstStart = formers.replaced.at(-1)?.startAt ?? own.createdAt;
  const chosen = [
    { plan: formers.plan ?? one.plan, at: firstStart },
    choiceOf(one.plan, own, before),
  ] as const;
  const plans = plansAt(chosen, Infinity, own.createdAt);
  // As after a trial, its first charge is a renewal.
  const begun = { firstStart, firstOrder: null, beganWithTrial: true, planChangedAt: own.createdAt };
  return changed(after, { ...plans, ...begun });
}

/** The payment that failed last, if one did: whether it is owed still follows from what was paid since. */
function owedIn(orders: readonly ProviderOrder[], { graceDays }: PlanTerms): OwedOrder | null {
  const order = orders.findLast(({ status, failures }) => status !== 'PAID' && failures.length > 0);
  const [firstAt, failedAt] = [order?.failures[0], order?.failures.at(-1)];
  if (!order || firstAt === undefined || failedAt === undefined) return null;
  const graceEndsAt = graceDays === null ? null : firstAt + graceDays * DAY_MS;
  return { reference: order.reference, dueAt: order.start, failedAt, graceEndsAt };
}

/** What a reference that was replaced gave, all of it told. */
function referenceOf(of: PaySubscriptionDetails): ObservedReference {
  const { trialEnd = null } = of;
  return { ...unread({ ...of, trialEnd }, 'ACTIVE'), isOpen: false, paid: lastPaid(of) };
}
