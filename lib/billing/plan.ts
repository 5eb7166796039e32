import { DAY_MS } from '../limits.ts';

export type Interval = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** What can be subscribed to. Amounts are decimal strings with two digits after the point. */
export interface Plan {
  readonly id: string;
  readonly reference: string;
  readonly productReference: string | null;
  readonly name: string;
  readonly lookupKey: string | null;
  readonly price: string;
  readonly currency: string;
  readonly interval: Interval;
  readonly intervalCount: number;
  readonly trialDays: number;
  readonly unit: string | null;
  readonly type: 'PHYSICAL' | 'DIGITAL';
  readonly shippingPrice: string | null;
  readonly graceDays: number | null;
  readonly active: boolean;
  readonly createdAt: number;
}

/** The part of a plan that a subscription carries with it, so that rules need no second look-up. */
export type PlanTerms = Pick<
  Plan,
  'id' | 'reference' | 'price' | 'currency' | 'interval' | 'intervalCount' | 'graceDays' | 'trialDays'
>;

export function termsOf(plan: Plan): PlanTerms {
  const { id, reference, price, currency, interval, intervalCount, graceDays, trialDays } = plan;
  return { id, reference, price, currency, interval, intervalCount, graceDays, trialDays };
}

/** Mean length in days: a month is a twelfth of the Gregorian mean year of 365.2425 days. */
const DAYS_IN = { DAILY: 1, WEEKLY: 7, MONTHLY: 365.2425 / 12, YEARLY: 365.2425 } as const satisfies Record<
  Interval,
  number
>;

/** About how long one period lasts; only for comparing and for windows, never for a date the provider states. */
export function usualPeriodMs(terms: Pick<PlanTerms, 'interval' | 'intervalCount'>): number {
  return DAYS_IN[terms.interval] * terms.intervalCount * DAY_MS;
}

function pricePerDay(terms: PlanTerms): number {
  return (Number(terms.price) * DAY_MS) / usualPeriodMs(terms);
}

/** Dearer or equal per day is an upgrade. */
export function changeKind(from: PlanTerms, to: PlanTerms): 'UPGRADE' | 'DOWNGRADE' {
  return pricePerDay(to) >= pricePerDay(from) ? 'UPGRADE' : 'DOWNGRADE';
}
