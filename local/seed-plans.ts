/** A plan of the demo: what the provider is told, and what only we know. */
export interface DemoPlan {
  readonly product: string;
  readonly name: string;
  readonly price: number;
  readonly currencyCode?: 'TRY' | 'USD' | 'EUR';
  readonly paymentInterval: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly paymentIntervalCount?: number;
  readonly trialPeriodDays?: number;
  readonly graceDays?: number;
  readonly lookupKey?: string;
  readonly unit?: string;
  readonly shippingPrice?: string;
  readonly passive?: boolean;
}

const month = { paymentInterval: 'MONTHLY', graceDays: 7 } as const;

/** Fourteen plans in use over three products, and one that is not. The first is the one a newcomer is led to. */
export const DEMO_PLANS: readonly DemoPlan[] = [
  { product: 'Membership', name: 'Basic', price: 99.9, ...month, lookupKey: 'basic-monthly' },
  { product: 'Membership', name: 'Plus', price: 199, ...month, lookupKey: 'plus-monthly' },
  { product: 'Membership', name: 'Pro', price: 399, ...month, lookupKey: 'pro-monthly' },
  { product: 'Membership', name: 'Basic with trial', price: 119, ...month, trialPeriodDays: 14 },
  { product: 'Membership', name: 'Basic without grace', price: 89, paymentInterval: 'MONTHLY' },
  {
    product: 'Membership',
    name: 'Pro yearly',
    price: 3990,
    paymentInterval: 'YEARLY',
    lookupKey: 'pro-yearly',
  },
  { product: 'Membership', name: 'Pro in dollars', price: 19.9, currencyCode: 'USD', ...month },
  { product: 'Membership', name: 'Pro in euros', price: 18.5, currencyCode: 'EUR', ...month },
  { product: 'News', name: 'Weekly paper', price: 25, paymentInterval: 'WEEKLY' },
  { product: 'News', name: 'Daily paper', price: 5, paymentInterval: 'DAILY' },
  { product: 'News', name: 'Weekend paper', price: 40, paymentInterval: 'WEEKLY', paymentIntervalCount: 2 },
  { product: 'News', name: 'Ten readers', price: 450, ...month, unit: '10' },
  { product: 'Coffee box', name: 'Small box', price: 349.5, ...month, shippingPrice: '49.50' },
  { product: 'Coffee box', name: 'Large box', price: 649.5, ...month, shippingPrice: '49.50' },
  {
    product: 'Coffee box',
    name: 'Tasting box',
    price: 249.5,
    ...month,
    shippingPrice: '49.50',
    passive: true,
  },
];

export const SECOND_PLANS: readonly DemoPlan[] = [
  { product: 'Gym', name: 'Standard', price: 500, ...month },
  { product: 'Gym', name: 'Premium', price: 900, ...month },
  { product: 'Gym', name: 'Daily pass', price: 50, paymentInterval: 'DAILY' },
];
