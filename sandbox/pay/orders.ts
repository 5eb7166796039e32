import { randomUUID } from 'node:crypto';
import { chargeOrder, type Verdict } from './ledger.ts';
import { message } from './messages.ts';
import { notify } from './notifications.ts';
import { periodStart } from './period.ts';
import type { LedgerEntry, Order, Plan, Subscription } from './records.ts';
import type { World } from './world.ts';
import { Refusal } from './envelope.ts';

/** The delay of retries: the provider charges them in its own time. */
export const RETRY_AFTER_MS = 2_000;
/** How long after an upgrade its charge is made. */
export const UPGRADE_CHARGE_AFTER_MS = 1_000;

/** An order of the subscription's grid, not yet charged and not yet kept. */
export function orderOf(plan: Plan, subscription: Subscription, index: number): Order {
  const { paymentInterval, paymentIntervalCount } = plan;
  return {
    referenceCode: randomUUID(),
    index,
    price: plan.price,
    currencyCode: plan.currencyCode,
    startPeriod: periodStart(subscription.gridStart, paymentInterval, paymentIntervalCount, index),
    endPeriod: periodStart(subscription.gridStart, paymentInterval, paymentIntervalCount, index + 1),
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
  const declined = world.behaviour.spend('declineNext', found.subscription.merchantId);
  const verdict = declined ? { errorCode: '10051' } : undefined;
  chargeAgain(world, found.subscription, found.order, verdict);
}

/** Carries out a retry that was asked for. */
export function retryDue(world: World, reference: string, orderReference: string): void {
  const found = lookUpOrder(world, reference, orderReference);
  if (!found) return;
  found.order.retrying = false;
  keep(world, found.subscription);
  if (found.subscription.status === 'UNPAID' && found.order.orderStatus === 'FAILED')
    chargeAgain(world, found.subscription, found.order);
}

/** Charges an order on the card on file and settles it. */
export function chargeAgain(world: World, subscription: Subscription, order: Order, verdict?: Verdict): void {
  const payer = {
    merchantId: subscription.merchantId,
    cardNumber: subscription.cardNumber,
    email: world.store.customers.get(subscription.customerReferenceCode)?.email ?? '',
  };
  settle(world, subscription, order, chargeOrder(world, payer, subscription, order, 'onFile', verdict));
}

/**
 * Records the result of a charge and notifies the merchant. Success creates the next period's order, or ends a limited
 * plan; a refusal makes the subscription unpaid, and nothing is retried unless that is the truth.
 */
export function settle(world: World, subscription: Subscription, order: Order, charge: LedgerEntry): void {
  const succeeded = charge.status === 'SUCCESS';
  order.attempts.push({
    conversationId: randomUUID(),
    createdDate: charge.time,
    paymentId: charge.paymentId,
    paymentStatus: charge.status,
    ...(charge.errorCode === null
      ? {}
      : { errorCode: charge.errorCode, errorMessage: message(charge.errorCode, 'tr') }),
  });
  order.orderStatus = charge.status;
  subscription.status = succeeded ? 'ACTIVE' : 'UNPAID';
  keep(world, subscription);
  notify(world, subscription, order, succeeded);
  if (succeeded) goOn(world, subscription, order);
  else goOnUnpaid(world, subscription, order);
}

/** How often the provider retries a failed order by itself, once a day, where that is the truth. */
const OWN_ATTEMPTS = 4;
const DAY_MS = 86_400_000;

function goOnUnpaid(world: World, subscription: Subscription, failed: Order): void {
  const { whileUnpaid } = world.behaviour.of(subscription.merchantId);
  const { referenceCode: subject } = subscription;
  if (whileUnpaid === 'laterPeriodsCharged') goOn(world, subscription, failed);
  if (whileUnpaid === 'retriedByItself' && failed.attempts.length < OWN_ATTEMPTS)
    world.later({
      at: world.clock.now() + DAY_MS,
      kind: 'retry',
      subject,
      orderReferenceCode: failed.referenceCode,
    });
}

function goOn(world: World, subscription: Subscription, last: Order): void {
  const plan = planOf(world, subscription);
  const next = last.index + 1;
  if (subscription.orders.some(({ index }) => index === next)) return;
  if (next < chargesLeft(plan, subscription))
    awaitOrder(world, subscription, orderOf(plan, subscription, next));
  else world.later({ at: last.endPeriod, kind: 'expire', subject: subscription.referenceCode });
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
    if (order.orderStatus === 'WAITING')
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
