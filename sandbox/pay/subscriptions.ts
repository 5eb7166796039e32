import { randomUUID } from 'node:crypto';
import { enteredCard, type Occasion } from './cards.ts';
import { findPlan } from './catalogue.ts';
import { customerFor, findCustomer, readCustomer } from './customers.ts';
import { Refusal, type Answer } from './envelope.ts';
import { fieldsOf, oneOf, text, type Fields } from './fields.ts';
import { chargeOrder, verifyCard, withoutOrder, withoutReferences } from './ledger.ts';
import { awaitOrder, chargesLeft, keep, orderOf, settle } from './orders.ts';
import { addDays, periodStart } from './period.ts';
import type { Customer, Plan, Subscription } from './records.ts';
import { subscriptionView } from './views.ts';
import type { MerchantRequest, World } from './world.ts';

/** The status that a new subscription starts in. */
export type InitialStatus = 'ACTIVE' | 'PENDING';

/** Starts a subscription with the card in the request. */
export function startDirect(world: World, { merchant, body }: MerchantRequest): Answer {
  const plan = findPlan(world, merchant.merchantId, text(body, 'pricingPlanReferenceCode'));
  const initialStatus = readInitialStatus(body);
  const customer = readCustomer(fieldsOf(body['customer']));
  const cardNumber = enteredCard(fieldsOf(body['paymentCard']), world.clock.now());
  const known = customerFor(world, merchant.merchantId, customer);
  return { data: subscriptionView(start(world, plan, known, cardNumber, initialStatus)) };
}

/** Starts a subscription on the card the customer already has with this merchant. */
export function startForCustomer(world: World, { merchant, body }: MerchantRequest): Answer {
  const plan = findPlan(world, merchant.merchantId, text(body, 'pricingPlanReferenceCode'));
  const customer = findCustomer(world, merchant.merchantId, text(body, 'customerReferenceCode'));
  const initialStatus = 'subscriptionInitialStatus' in body ? readInitialStatus(body) : 'ACTIVE';
  const [withCard] = world.store.subscriptions.newest(
    (each) => each.customerReferenceCode === customer.referenceCode && each.status === 'ACTIVE',
  );
  if (!withCard) throw new Refusal('200350');
  return { data: subscriptionView(start(world, plan, customer, withCard.cardNumber, initialStatus)) };
}

/** The initial status that a request names. Refuses with 11 any other word. */
export function readInitialStatus(body: Fields): InitialStatus {
  return oneOf(body, 'subscriptionInitialStatus', ['ACTIVE', 'PENDING']);
}

/**
 * Starts a subscription: a pending one only has its card checked, one with a trial too, any other is charged before the
 * answer. Throws `Refusal` with the bank's code, and then there is none.
 */
export function start(
  world: World,
  plan: Plan,
  customer: Customer,
  cardNumber: string,
  initialStatus: InitialStatus,
): Subscription {
  const now = world.clock.now();
  const subscription: Subscription = {
    merchantId: plan.merchantId,
    referenceCode: randomUUID(),
    parentReferenceCode: randomUUID(),
    planReferenceCode: plan.referenceCode,
    customerReferenceCode: customer.referenceCode,
    status: 'PENDING',
    trialDays: plan.trialPeriodDays,
    createdDate: now,
    startDate: now,
    cardNumber,
    gridStart: now,
    ordersBefore: 0,
    orders: [],
  };
  if (initialStatus === 'PENDING' || plan.trialPeriodDays > 0) checkCard(world, subscription, customer.email);
  if (initialStatus === 'PENDING') return keep(world, subscription);
  return begin(world, subscription, plan, customer.email, 'present');
}

/** Starts a new or pending subscription, with its trial or first charge. Throws `Refusal` with the bank's code. */
export function begin(
  world: World,
  subscription: Subscription,
  plan: Plan,
  email: string,
  occasion: Occasion,
): Subscription {
  placeOnGrid(world, subscription, plan, world.clock.now());
  const first = orderOf(world, plan, subscription, 0);
  if (subscription.trialDays > 0) {
    subscription.status = 'ACTIVE';
    awaitOrder(world, subscription, first);
    return subscription;
  }
  const payer = { merchantId: subscription.merchantId, cardNumber: subscription.cardNumber, email };
  const charge = chargeOrder(world, payer, subscription, first, occasion);
  if (charge.errorCode !== null) {
    (occasion === 'present' ? withoutReferences : withoutOrder)(world, charge);
    throw new Refusal(charge.errorCode);
  }
  subscription.orders.push(first);
  settle(world, subscription, first, charge);
  return subscription;
}

/** Sets a subscription's dates: its trial, the start of its paid periods, and the end of a limited plan. */
export function placeOnGrid(world: World, subscription: Subscription, plan: Plan, startDate: number): void {
  const { orderTimes, periodZone } = world.behaviour.of(subscription.merchantId);
  const trial = subscription.trialDays > 0;
  subscription.startDate = startDate;
  subscription.trialStartDate = trial ? startDate : undefined;
  subscription.trialEndDate = trial ? addDays(startDate, subscription.trialDays) : undefined;
  subscription.gridStart = (subscription.trialEndDate ?? startDate) + (orderTimes === 'apart' ? 1 : 0);
  const orders = chargesLeft(plan, subscription);
  const { paymentInterval, paymentIntervalCount } = plan;
  subscription.endDate =
    orders === Infinity
      ? undefined
      : periodStart(subscription.gridStart, paymentInterval, paymentIntervalCount, orders, periodZone);
}

function checkCard(world: World, subscription: Subscription, email: string): void {
  const { merchantId, cardNumber } = subscription;
  const check = verifyCard(world, { merchantId, cardNumber, email }, subscription);
  if (check.errorCode === null) return;
  withoutReferences(world, check);
  throw new Refusal(check.errorCode);
}
