import { randomUUID } from 'node:crypto';
import { chargeOrder, type Verdict } from './ledger.ts';
import { message } from './messages.ts';
import { notify } from './notifications.ts';
import { periodStart } from './period.ts';
import { retryAt, retryingState, shownFrom } from './retry-truths.ts';
import type { LedgerEntry, Order, Plan, Subscription } from './records.ts';
import type { World } from './world.ts';
import { Refusal } from './envelope.ts';

/** States of an order that will be charged. */
const UNDECIDED: ReadonlySet<string> = new Set<Order['orderStatus']>(['WAITING', 'QUEUED', 'PROCESSING']);
/** How long after an upgrade its charge is made. */
export const UPGRADE_CHARGE_AFTER_MS = 1_000;

/** An order of the subscription's grid, not yet charged and not yet kept. */
export function orderOf(world: World, plan: Plan, subscription: Subscription, index: number): Order {
  const { paymentInterval, paymentIntervalCount } = plan;
  const { periodZone } = world.behaviour.of(subscription.merchantId);
  const start = (nth: number) =>
    periodStart(subscription.gridStart, paymentInterval, paymentIntervalCount, nth, periodZone);
  return {
    referenceCode: randomUUID(),
    index,
    price: plan.price,
    currencyCode: plan.currencyCode,
    startPeriod: start(index),
    endPeriod: start(index + 1),
    orderStatus: 'WAITING',
    attempts: [],
    retrying: false,
  };
}

/** Adds an order that waits for its period, or for `at` where that is given. */
export function awaitOrder(
  world: World,
  subscription: Subscription,
  order: Order,
  at = order.startPeriod,
): void {
  subscription.orders.push(order);
  keep(world, subscription);
  const { referenceCode: subject } = subscription;
  world.later({ at, kind: 'charge', subject, orderReferenceCode: order.referenceCode });
}

/** Charges a due waiting order, unless it was settled early or ended with its subscription. */
export function chargeDue(world: World, reference: string, orderReference: string): void {
  const found = lookUpOrder(world, reference, orderReference);
  if (found?.order.orderStatus !== 'WAITING') return;
  const { whileUnpaid } = world.behaviour.of(found.subscription.merchantId);
  if (found.subscription.status === 'UNPAID' && whileUnpaid === 'laterPeriodsCreated') return;
  const declined = world.behaviour.spend('declineNext', found.subscription.merchantId);
  const verdict = declined ? { errorCode: '10051' } : undefined;
  chargeAgain(world, found.subscription, found.order, verdict);
}

/** Has a failed order charged again in the provider's own time. */
export function awaitRetry(world: World, subscription: Subscription, order: Order): void {
  const truth = world.behaviour.of(subscription.merchantId);
  order.retrying = order.orderStatus === 'SUCCESS' ? 'although paid' : 'as owed';
  order.orderStatus = retryingState(order, truth);
  keep(world, subscription);
  const { referenceCode: subject } = subscription;
  const at = retryAt(world.clock.now(), truth);
  world.later({ at, kind: 'retry', subject, orderReferenceCode: order.referenceCode });
}

/** Carries out a retry that was asked for, or one of the provider's own. */
export function retryDue(world: World, reference: string, orderReference: string): void {
  const found = lookUpOrder(world, reference, orderReference);
  if (!found) return;
  const { subscription, order } = found;
  const { retrying } = order;
  const wasAskedFor = retrying !== false;
  order.retrying = false;
  if (wasAskedFor && UNDECIDED.has(order.orderStatus)) order.orderStatus = 'FAILED';
  keep(world, subscription);
  const isOwed = subscription.status === 'UNPAID' && order.orderStatus === 'FAILED';
  const isPaidAgain = retrying === 'although paid';
  if (isOwed || isPaidAgain) chargeAgain(world, subscription, order, undefined, wasAskedFor);
}

/** Charges an order on the card on file and settles it. */
export function chargeAgain(
  world: World,
  subscription: Subscription,
  order: Order,
  verdict?: Verdict,
  isRetry = false,
): void {
  const payer = {
    merchantId: subscription.merchantId,
    cardNumber: subscription.cardNumber,
    email: world.store.customers.get(subscription.customerReferenceCode)?.email ?? '',
  };
  const charge = chargeOrder(world, payer, subscription, order, 'onFile', verdict);
  settle(world, subscription, order, charge, isRetry);
}

/**
 * Records the result of a charge and notifies the merchant. Success creates the next period's order, or ends a limited
 * plan; a refusal makes the subscription unpaid, and nothing is retried unless that is the truth. An order that was paid
 * before stays paid.
 */
export function settle(
  world: World,
  subscription: Subscription,
  order: Order,
  charge: LedgerEntry,
  isRetry = false,
): void {
  const succeeded = charge.status === 'SUCCESS';
  const wasPaid = order.orderStatus === 'SUCCESS';
  const truth = world.behaviour.of(subscription.merchantId);
  const hiddenUntil = isRetry && !succeeded ? shownFrom(world.clock.now(), truth) : undefined;
  order.attempts.push({
    conversationId: randomUUID(),
    createdDate: charge.time,
    paymentId: charge.paymentId,
    paymentStatus: charge.status,
    ...(charge.errorCode === null
      ? {}
      : { errorCode: charge.errorCode, errorMessage: message(charge.errorCode, 'tr') }),
    ...(hiddenUntil !== undefined && { shownFrom: hiddenUntil }),
  });
  if (!wasPaid) order.orderStatus = charge.status;
  if (!wasPaid || succeeded) subscription.status = succeeded ? 'ACTIVE' : 'UNPAID';
  keep(world, subscription);
  if (!isRetry || truth.retryNotifications === 'result') notify(world, subscription, order, succeeded);
  else if (truth.retryNotifications === 'failureFirst')
    for (const each of [false, ...(succeeded ? [true] : [])]) notify(world, subscription, order, each);
  if (succeeded) goOn(world, subscription, order);
  else if (!wasPaid) goOnUnpaid(world, subscription, order);
}

/** How often the provider retries a failed order by itself where that is the truth. */
const OWN_ATTEMPTS = 4;
const HOUR_MS = 3_600_000;

function goOnUnpaid(world: World, subscription: Subscription, failed: Order): void {
  const { whileUnpaid, ownRetryHours } = world.behaviour.of(subscription.merchantId);
  const { referenceCode: subject } = subscription;
  if (whileUnpaid === 'laterPeriodsCharged' || whileUnpaid === 'laterPeriodsCreated')
    goOn(world, subscription, failed);
  const now = world.clock.now();
  const isPlanned = (failed.ownRetryAt ?? 0) > now;
  if (whileUnpaid !== 'retriedByItself' || failed.attempts.length >= OWN_ATTEMPTS || isPlanned) return;
  failed.ownRetryAt = now + ownRetryHours * HOUR_MS;
  keep(world, subscription);
  world.later({
    at: failed.ownRetryAt,
    kind: 'retry',
    subject,
    orderReferenceCode: failed.referenceCode,
  });
}

function goOn(world: World, subscription: Subscription, last: Order): void {
  const plan = planOf(world, subscription);
  const next = last.index + 1;
  const made = subscription.orders.find(({ index }) => index === next);
  if (made) return chargeLate(world, subscription, made);
  if (next < chargesLeft(plan, subscription))
    awaitOrder(world, subscription, orderOf(world, plan, subscription, next));
  else world.later({ at: last.endPeriod, kind: 'expire', subject: subscription.referenceCode });
}

/** Charges an order that was only made while the one before it was unpaid. */
function chargeLate(world: World, { referenceCode: subject, status }: Subscription, order: Order): void {
  const now = world.clock.now();
  if (status === 'ACTIVE' && order.orderStatus === 'WAITING' && order.startPeriod <= now)
    world.later({ at: now, kind: 'charge', subject, orderReferenceCode: order.referenceCode });
}

/** How many orders this subscription may have in all. */
export function chargesLeft(plan: Plan, subscription: Subscription): number {
  return plan.recurrenceCount === undefined ? Infinity : plan.recurrenceCount - subscription.ordersBefore;
}

/** Ends a subscription; a waiting order will never be charged. */
export function end(
  world: World,
  subscription: Subscription,
  status: 'UPGRADED' | 'CANCELED' | 'EXPIRED',
): Subscription {
  for (const order of subscription.orders)
    if (UNDECIDED.has(order.orderStatus))
      order.orderStatus = status === 'UPGRADED' ? 'SUBSCRIPTION_UPGRADED' : 'SUBSCRIPTION_CANCELED';
  subscription.status = status;
  return keep(world, subscription);
}

/** Ends a limited plan whose last period is over. */
export function expireDue(world: World, reference: string): void {
  const subscription = world.store.subscriptions.get(reference);
  if (subscription?.status === 'ACTIVE') end(world, subscription, 'EXPIRED');
}

/** Stores a changed subscription. */
export function keep(world: World, subscription: Subscription): Subscription {
  return world.store.subscriptions.put(subscription.referenceCode, subscription);
}

/** The plan a subscription runs on, also where it has been deleted since. */
export function planOf(world: World, subscription: Subscription): Plan {
  const plan = world.store.plans.get(subscription.planReferenceCode);
  if (!plan) throw new Refusal('201050');
  return plan;
}

function lookUpOrder(
  world: World,
  reference: string,
  orderReference: string,
): { subscription: Subscription; order: Order } | undefined {
  const subscription = world.store.subscriptions.get(reference);
  const order = subscription?.orders.find((each) => each.referenceCode === orderReference);
  return subscription && order && { subscription, order };
}
