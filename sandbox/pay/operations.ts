import { randomUUID } from 'node:crypto';
import { findPlan } from './catalogue.ts';
import { Refusal, type Answer } from './envelope.ts';
import { oneOf, text } from './fields.ts';
import { awaitOrder, awaitRetry, end, orderOf, planOf, UPGRADE_CHARGE_AFTER_MS } from './orders.ts';
import { addDays } from './period.ts';
import type { Plan, Subscription } from './records.ts';
import { begin, placeOnGrid } from './subscriptions.ts';
import { detailsView, orderView, subscriptionView } from './views.ts';
import type { MerchantRequest, World } from './world.ts';

/** A failed order can be asked for again this long. */
const RETRY_WITHIN_DAYS = 160;

/** GET /subscriptions/{reference}, with its orders. */
export function readSubscription(world: World, request: MerchantRequest): Answer {
  return { data: detailsView(world, findSubscription(world, request)) };
}

/** GET of one order of a subscription. */
export function readOrder(world: World, request: MerchantRequest): Answer {
  return { data: orderView(world, findOrder(world, request, request.params['reference']).order) };
}

/** Activates a pending subscription. If its card is refused it stays pending. */
export function activate(world: World, request: MerchantRequest): Answer {
  const subscription = findSubscription(world, request);
  if (subscription.status !== 'PENDING') throw new Refusal('201401');
  const email = world.store.customers.get(subscription.customerReferenceCode)?.email ?? '';
  begin(world, subscription, planOf(world, subscription), email, 'onFile');
  return undefined;
}

/** POST /subscriptions/{reference}/cancel: ends at once, paid period or not. One that has ended is refused. */
export function cancel(world: World, request: MerchantRequest): Answer {
  const subscription = findSubscription(world, request);
  if (!['ACTIVE', 'PENDING', 'UNPAID'].includes(subscription.status)) throw new Refusal('201403');
  end(world, subscription, 'CANCELED');
  return undefined;
}

/** Charges a failed order again a moment later; two requests before then are one retry. */
export function retry(world: World, request: MerchantRequest): Answer {
  const { subscription, order } = findOrder(world, request, text(request.body, 'referenceCode'));
  if (order.retrying) return undefined;
  const { paidRetries, oldRetries } = world.behaviour.of(subscription.merchantId);
  const isPaid = order.orderStatus === 'SUCCESS' && paidRetries === 'charged';
  const isOwed = order.orderStatus === 'FAILED' && subscription.status === 'UNPAID';
  const tooLate = world.clock.now() > addDays(order.startPeriod, RETRY_WITHIN_DAYS);
  if (!(isPaid || isOwed) || (tooLate && oldRetries === 'refused')) throw new Refusal('201451');
  awaitRetry(world, subscription, order);
  return undefined;
}

/**
 * Moves a subscription to another plan of its product with the same interval. The old one ends as upgraded; the answer
 * is a new one under the same parent, paid from now or from the end of the paid period. Nothing is prorated or given
 * back.
 */
export function upgrade(world: World, request: MerchantRequest): Answer {
  const old = findSubscription(world, request);
  const { unpaidUpgrades, trialUpgrades, orderTimes } = world.behaviour.of(old.merchantId);
  const isUnpaid = old.status === 'UNPAID' && unpaidUpgrades === 'allowed';
  const isInTrial = world.clock.now() < (old.trialEndDate ?? 0);
  if (old.status !== 'ACTIVE' && !isUnpaid) throw new Refusal('201402');
  if (isInTrial && trialUpgrades === 'refused') throw new Refusal('201402');
  const plan = findPlan(
    world,
    request.merchant.merchantId,
    text(request.body, 'newPricingPlanReferenceCode'),
  );
  const now = oneOf(request.body, 'upgradePeriod', ['NOW', 'NEXT_PERIOD']) === 'NOW';
  refuseUnfit(planOf(world, old), plan);
  const aMoment = orderTimes === 'apart' ? 1 : 0; // before its own creation, as recorded
  const startDate = now ? world.clock.now() - aMoment : paidUntil(old);
  const successor: Subscription = {
    ...old,
    status: 'ACTIVE',
    referenceCode: randomUUID(),
    planReferenceCode: plan.referenceCode,
    trialDays: request.body['useTrial'] === true ? plan.trialPeriodDays : 0,
    createdDate: world.clock.now(),
    ordersBefore:
      request.body['resetRecurrenceCount'] === true ? 0 : old.ordersBefore + paidOrders(old).length,
    orders: [],
  };
  placeOnGrid(world, successor, plan, startDate);
  old.endDate = startDate;
  end(world, old, 'UPGRADED');
  const first = orderOf(world, plan, successor, 0);
  const due = Math.max(first.startPeriod, world.clock.now() + UPGRADE_CHARGE_AFTER_MS);
  awaitOrder(world, successor, first, due);
  return { data: subscriptionView(successor) };
}

function refuseUnfit(from: Plan, to: Plan): void {
  const sameInterval =
    from.paymentInterval === to.paymentInterval && from.paymentIntervalCount === to.paymentIntervalCount;
  if (!sameInterval) throw new Refusal('201406');
  if (from.productReferenceCode !== to.productReferenceCode) throw new Refusal('201402');
}

/** The end of the last paid period, or of the trial where nothing has been paid yet. */
function paidUntil(subscription: Subscription): number {
  return paidOrders(subscription).at(-1)?.endPeriod ?? subscription.gridStart;
}

function paidOrders(subscription: Subscription): Subscription['orders'] {
  return subscription.orders.filter((order) => order.orderStatus === 'SUCCESS');
}

function findSubscription(world: World, { merchant, params }: MerchantRequest): Subscription {
  const subscription = world.store.subscriptions.get(params['reference'] ?? '');
  if (subscription?.merchantId !== merchant.merchantId) throw new Refusal('201400');
  return subscription;
}

function findOrder(
  world: World,
  { merchant }: MerchantRequest,
  reference: string | undefined,
): { subscription: Subscription; order: Subscription['orders'][number] } {
  for (const subscription of world.store.subscriptions.all()) {
    const order = subscription.orders.find((each) => each.referenceCode === reference);
    if (order && subscription.merchantId === merchant.merchantId) return { subscription, order };
  }
  throw new Refusal('201450');
}
