import { createPlan, createProduct } from './catalogue.ts';
import type { Fields } from './fields.ts';
import type { Interval, Merchant, Plan, Product } from './records.ts';
import type { World } from './world.ts';

/** A plan as a merchant makes it in its panel; `passive` for one that is sold no more. */
export interface CataloguePlan {
  readonly product: string;
  readonly name: string;
  readonly price: number;
  readonly currencyCode?: 'TRY' | 'USD' | 'EUR';
  readonly paymentInterval: Interval;
  readonly paymentIntervalCount?: number;
  readonly trialPeriodDays?: number;
  readonly passive?: boolean;
}

const monthly = { paymentInterval: 'MONTHLY' } as const;
const membership = { product: 'Membership', ...monthly } as const;
const box = { product: 'Coffee box', ...monthly } as const;

/** Fourteen active plans in three products, and one inactive one. The first is the one for newcomers. */
export const DEMO_CATALOGUE: readonly CataloguePlan[] = [
  { ...membership, name: 'Basic', price: 99.9 },
  { ...membership, name: 'Plus', price: 199 },
  { ...membership, name: 'Pro', price: 399 },
  { ...membership, name: 'Basic with trial', price: 119, trialPeriodDays: 14 },
  { ...membership, name: 'Basic without grace', price: 89 },
  { product: 'Membership', name: 'Pro yearly', price: 3990, paymentInterval: 'YEARLY' },
  { ...membership, name: 'Pro in dollars', price: 19.9, currencyCode: 'USD' },
  { ...membership, name: 'Pro in euros', price: 18.5, currencyCode: 'EUR' },
  { product: 'News', name: 'Weekly paper', price: 25, paymentInterval: 'WEEKLY' },
  { product: 'News', name: 'Daily paper', price: 5, paymentInterval: 'DAILY' },
  { product: 'News', name: 'Weekend paper', price: 40, paymentInterval: 'WEEKLY', paymentIntervalCount: 2 },
  { product: 'News', name: 'Ten readers', price: 450, ...monthly },
  { ...box, name: 'Small box', price: 349.5 },
  { ...box, name: 'Large box', price: 649.5 },
  { ...box, name: 'Tasting box', price: 249.5, passive: true },
];

/** What the provider's API takes for a plan. */
export function planFields(plan: CataloguePlan): Fields {
  return {
    name: plan.name,
    price: plan.price,
    currencyCode: plan.currencyCode ?? 'TRY',
    paymentInterval: plan.paymentInterval,
    paymentIntervalCount: plan.paymentIntervalCount ?? 1,
    trialPeriodDays: plan.trialPeriodDays ?? 0,
    planPaymentType: 'RECURRING',
  };
}

/** Creates the demo's missing products and plans for a merchant; returns all of them. */
export function makeDemoPlans(world: World, merchant: Merchant): Plan[] {
  const request = { merchant, query: {}, locale: 'tr' } as const;
  const own = (each: Product | Plan) => each.merchantId === merchant.merchantId && !each.deleted;
  return DEMO_CATALOGUE.map((wanted) => {
    const named = (name: string) => (each: Product | Plan) => own(each) && each.name === name;
    const { products, plans } = world.store;
    if (!products.find(named(wanted.product)))
      createProduct(world, { ...request, params: {}, body: { name: wanted.product } });
    const reference = products.find(named(wanted.product))?.referenceCode ?? '';
    if (!plans.find(named(wanted.name)))
      createPlan(world, { ...request, params: { reference }, body: planFields(wanted) });
    const plan = plans.find(named(wanted.name));
    if (!plan) throw new Error(`the plan ${wanted.name} was not made`);
    return wanted.passive ? plans.put(plan.referenceCode, { ...plan, status: 'PASSIVE' }) : plan;
  });
}
