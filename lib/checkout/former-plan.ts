import { refusalOf } from '../pay/client.ts';
import { againOf } from '../pay/failure.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { PlanTerms } from '../billing/plan.ts';
import { choiceOf, plansAt } from '../billing/plan-in-force.ts';
import { changed, type Subscription } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { plansByReference } from '../table/subscribers/plans.ts';

/** A period in which a customer is; times in epoch ms, the start null if it is not known. */
interface Period {
  readonly periodStart: number | null;
  readonly periodEnd: number;
}

/** What a plan change left in force until its result begins and is paid for. Times are epoch ms. */
export interface FormerPlan extends Period {
  /** Undefined if the plan is not known here. */
  readonly plan: PlanTerms | undefined;
  readonly firstStart: number;
}

/**
 * What is still in force of a subscription's former references, where it is the result of a plan change and has not
 * begun or is not paid yet; else undefined. One call then. Throws the refusal of a provider that does not answer.
 */
export async function formerPlan(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  one: PaySubscriptionDetails,
): Promise<FormerPlan | undefined> {
  const now = app.clock();
  const { status, startAt, createdAt } = one;
  const isToBegin = startAt > Math.max(createdAt, now);
  if (status === 'PENDING' || (!isToBegin && lastPeriod(one, now))) return undefined;
  const formers = await formersOf(pay, one);
  const begun = formers.filter((each) => each.startAt <= now);
  const [inForce] = begun;
  const plans = await plansByReference(app, tenant, inForce ? [inForce.planReference] : []);
  const period = formers.map((each) => lastPeriod(each, now)).find((each) => each !== undefined);
  if (!period && !isToBegin) return undefined;
  return {
    plan: inForce && plans.get(inForce.planReference),
    firstStart: formers.at(-1)?.startAt ?? createdAt,
    ...(period ?? { periodStart: null, periodEnd: startAt }),
  };
}

/** The references that it replaced, newest first; none if they cannot be read. */
async function formersOf(pay: Pay, one: PaySubscriptionDetails): Promise<readonly PaySubscriptionDetails[]> {
  const ancestors = await pay.ancestors(one);
  if (!ancestors.ok && againOf(ancestors) !== 'same') throw refusalOf(ancestors);
  return ancestors.ok ? ancestors.value : [];
}

/** The last period that was paid for, however early, else the trial once it has begun. */
function lastPeriod({ orders, trialEnd, startAt }: PaySubscriptionDetails, now: number): Period | undefined {
  const paid = orders.findLast(({ status }) => status === 'PAID');
  if (paid) return { periodStart: paid.periodStart, periodEnd: paid.periodEnd };
  return trialEnd === undefined || startAt > now ? undefined : { periodStart: startAt, periodEnd: trialEnd };
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
  app: CoreApp,
  tenant: string,
  pay: Pay,
  one: OnPlan,
  since: number,
): Promise<OnPlan> {
  if (one.found.createdAt < since) return one;
  const formers = await formersOf(pay, one.found);
  const found = formers.find((each) => each.createdAt < since) ?? formers.at(-1);
  if (!found) return one;
  const plan = (await plansByReference(app, tenant, [found.planReference])).get(found.planReference);
  return plan ? { found, plan } : one;
}

/**
 * The subscription while its former plan is in force; with the next period begins its own. As after a trial, its first
 * charge is a renewal. A period of its own that was paid early stays open.
 */
export function continuing(
  subscription: Subscription,
  own: PaySubscriptionDetails,
  former: FormerPlan,
): Subscription {
  const { periodStart, periodEnd, firstStart, plan = subscription.plan } = former;
  const { createdAt } = own;
  const chosen = [{ plan, at: firstStart }, choiceOf(subscription.plan, own, former)] as const;
  return changed(subscription, {
    ...plansAt(chosen, Infinity, createdAt),
    ...(!own.orders.some(({ status }) => status === 'PAID') && { periodStart, periodEnd }),
    firstStart,
    firstOrder: null,
    beganWithTrial: true,
    planChangedAt: createdAt,
  });
}
