import { DEMO_CATALOGUE, type CataloguePlan } from '../../sandbox/pay/demo-plans.ts';

/** A plan of a demo tenant: the provider's fields and our own. */
export interface DemoPlan extends CataloguePlan {
  readonly graceDays?: number;
  readonly lookupKey?: string;
  readonly unit?: string;
  readonly shippingPrice?: string;
}

const WEEK_OF_GRACE = { graceDays: 7 };

/** Our own fields of the demo plans, besides the grace days of monthly ones. */
const OWN_FIELDS: Readonly<Record<string, Omit<DemoPlan, keyof CataloguePlan>>> = {
  Basic: { lookupKey: 'basic-monthly' },
  Plus: { lookupKey: 'plus-monthly' },
  Pro: { lookupKey: 'pro-monthly' },
  'Pro yearly': { lookupKey: 'pro-yearly' },
  'Ten readers': { unit: '10' },
  'Small box': { shippingPrice: '49.50' },
  'Large box': { shippingPrice: '49.50' },
  'Tasting box': { shippingPrice: '49.50' },
};

/** The plans of the first demo tenant. */
export const DEMO_PLANS: readonly DemoPlan[] = DEMO_CATALOGUE.map((plan) => ({
  ...plan,
  ...(plan.paymentInterval === 'MONTHLY' && plan.name !== 'Basic without grace' && WEEK_OF_GRACE),
  ...OWN_FIELDS[plan.name],
}));

/** The plans of the second demo tenant. */
export const SECOND_PLANS: readonly DemoPlan[] = [
  { product: 'Gym', name: 'Standard', price: 500, paymentInterval: 'MONTHLY', ...WEEK_OF_GRACE },
  { product: 'Gym', name: 'Premium', price: 900, paymentInterval: 'MONTHLY', ...WEEK_OF_GRACE },
  { product: 'Gym', name: 'Daily pass', price: 50, paymentInterval: 'DAILY' },
];
