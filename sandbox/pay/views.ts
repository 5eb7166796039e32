import type { Customer, Order, Plan, Product, Subscription } from './records.ts';
import { planOf } from './orders.ts';
import type { World } from './world.ts';

/** Records in the provider's words and its recorded order of fields. Undefined ones fall away in JSON. */

/** A product as the provider's API answers it, with its plans. */
export function productView(world: World, product: Product): unknown {
  const plans = world.store.plans.all();
  return {
    referenceCode: product.referenceCode,
    createdDate: product.createdDate,
    name: product.name,
    description: product.description,
    status: product.status,
    pricingPlans: plans
      .filter((plan) => plan.productReferenceCode === product.referenceCode && !plan.deleted)
      .map(planView),
  };
}

/** A plan as the provider's API answers it. */
export function planView(plan: Plan): unknown {
  return {
    referenceCode: plan.referenceCode,
    createdDate: plan.createdDate,
    name: plan.name,
    price: plan.price,
    paymentInterval: plan.paymentInterval,
    paymentIntervalCount: plan.paymentIntervalCount,
    trialPeriodDays: plan.trialPeriodDays,
    currencyCode: plan.currencyCode,
    productReferenceCode: plan.productReferenceCode,
    planPaymentType: plan.planPaymentType,
    status: plan.status,
    recurrenceCount: plan.recurrenceCount,
  };
}

/** A customer as the provider's API answers it. */
export function customerView(customer: Customer): unknown {
  return {
    referenceCode: customer.referenceCode,
    createdDate: customer.createdDate,
    status: customer.status,
    name: customer.name,
    surname: customer.surname,
    identityNumber: customer.identityNumber,
    email: customer.email,
    gsmNumber: customer.gsmNumber,
    contactEmail: customer.email,
    contactGsmNumber: customer.gsmNumber,
    billingAddress: customer.billingAddress,
    shippingAddress: customer.shippingAddress,
  };
}

/** A subscription as its start, its form and its upgrade answer it. */
export function subscriptionView(subscription: Subscription): unknown {
  return {
    referenceCode: subscription.referenceCode,
    parentReferenceCode: subscription.parentReferenceCode,
    pricingPlanReferenceCode: subscription.planReferenceCode,
    customerReferenceCode: subscription.customerReferenceCode,
    subscriptionStatus: subscription.status,
    ...timesOf(subscription),
  };
}

/** A subscription with its orders, newest first. */
export function detailsView(world: World, subscription: Subscription): unknown {
  const plan = planOf(world, subscription);
  const customer = world.store.customers.get(subscription.customerReferenceCode);
  return {
    referenceCode: subscription.referenceCode,
    parentReferenceCode: subscription.parentReferenceCode,
    pricingPlanName: plan.name,
    pricingPlanReferenceCode: plan.referenceCode,
    productName: world.store.products.get(plan.productReferenceCode)?.name,
    productReferenceCode: plan.productReferenceCode,
    customerEmail: customer?.email,
    customerGsmNumber: customer?.gsmNumber,
    customerReferenceCode: subscription.customerReferenceCode,
    subscriptionStatus: subscription.status,
    ...timesOf(subscription),
    orders: subscription.orders.map((order) => orderView(world, order)).reverse(),
  };
}

/** An order as the provider's API answers it. */
export function orderView(world: World, order: Order): unknown {
  const now = world.clock.now();
  const shown = order.attempts.filter(({ shownFrom = 0 }) => shownFrom <= now);
  return {
    referenceCode: order.referenceCode,
    price: order.price,
    currencyCode: order.currencyCode,
    startPeriod: order.startPeriod,
    endPeriod: order.endPeriod,
    orderStatus: order.orderStatus,
    paymentAttempts: shown.map(({ shownFrom: _, ...attempt }) => attempt),
  };
}

function timesOf(subscription: Subscription): object {
  return {
    trialDays: subscription.trialDays,
    trialStartDate: subscription.trialStartDate,
    trialEndDate: subscription.trialEndDate,
    createdDate: subscription.createdDate,
    startDate: subscription.startDate,
    endDate: subscription.endDate,
  };
}
