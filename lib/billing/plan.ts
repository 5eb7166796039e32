import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../limits.ts';
import {
  flag,
  number,
  oneOf,
  orElse,
  orNull,
  other,
  part,
  record,
  text,
  Unreadable,
  type TypeOf,
} from '../record.ts';
import { VAT_RATES, type VatRate } from './vat.ts';

/** The units of a plan's period. */
export const INTERVALS = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
/** One of `INTERVALS`. */
export type Interval = (typeof INTERVALS)[number];

/** The terms that a subscription stores a copy of, so that rules need no second look-up. */
export const PLAN_TERMS = part({
  id: text,
  reference: text,
  name: text,
  /** A decimal string with two digits after the point, as all amounts. */
  price: text,
  currency: text,
  interval: oneOf(INTERVALS),
  intervalCount: number,
  graceDays: orNull(number),
  trialDays: orElse(number, 0),
});
/** Such terms. */
export type PlanTerms = TypeOf<typeof PLAN_TERMS>;

/** What a plan includes: `true`, a limit, or a text, by key. */
export type Features = Readonly<Record<string, Feature>>;
/** The value of a feature. */
export type Feature = true | number | string;

/** What is changed of a plan's features: null takes one away, what is not named stays. */
export type FeatureChanges = Readonly<Record<string, Feature | null>>;

/** The features after a change, by key. */
export function changedFeatures(features: Features, changes: FeatureChanges): Features {
  const merged = Object.entries<Feature | null>({ ...features, ...changes });
  const kept = merged.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const vatRate = other<VatRate>(VAT_RATES, (stored) => VAT_RATES.find((rate) => rate === stored));

/** By key: the table gives a map's members in any order. */
const features = other<Features>([{}, { calls: 100, help: true, size: 'L' }], (stored, at, name) => {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined;
  const entries = Object.entries(stored).map(([each, value]: [string, unknown]) => {
    if (value === true || typeof value === 'number' || typeof value === 'string')
      return [each, value] as const;
    throw new Unreadable(`${at}.${name}`);
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
});

/** What can be subscribed to. */
export const PLAN = record('plan', {
  ...PLAN_TERMS.members,
  productReference: orNull(text),
  lookupKey: orNull(text),
  unit: orNull(text),
  type: oneOf(['PHYSICAL', 'DIGITAL']),
  shippingPrice: orNull(text),
  /** Null for the tenant's. */
  vatRate: orNull(vatRate),
  /** What it includes, by key. */
  features,
  active: flag,
  createdAt: number,
});
/** A plan. */
export type Plan = TypeOf<typeof PLAN>;

/** Whether periods of two plans are alike, as the payment provider requires for a change from one to the other. */
export const hasSameInterval = (one: PlanInterval, other: PlanInterval): boolean =>
  one.interval === other.interval && one.intervalCount === other.intervalCount;

type PlanInterval = Pick<PlanTerms, 'interval' | 'intervalCount'>;

/** The terms of a plan. */
export function termsOf(plan: Plan): PlanTerms {
  const { id, reference, name, price, currency, interval, intervalCount, graceDays, trialDays } = plan;
  return { id, reference, name, price, currency, interval, intervalCount, graceDays, trialDays };
}

/** The Gregorian mean year of 365.2425 days. */
const YEAR_MS = 31_556_952_000;

/** Mean lengths in ms; a month is a twelfth of a year. */
const LENGTH_MS = {
  DAILY: DAY_MS,
  WEEKLY: 7 * DAY_MS,
  MONTHLY: YEAR_MS / 12,
  YEARLY: YEAR_MS,
} as const satisfies Record<Interval, number>;

/** The approximate length of a period, for comparisons and time windows; never for a date the provider states. */
export function usualPeriodMs(terms: Pick<PlanTerms, 'interval' | 'intervalCount'>): number {
  return LENGTH_MS[terms.interval] * terms.intervalCount;
}

/**
 * Whether a plan change made at `changedAt` has something begin (`startAt`) only with the next period: well after the
 * change, or exactly where the current period ends, however soon that is. Times are epoch ms.
 */
export function beginsLater(
  { periodEnd }: { readonly periodEnd: number | null },
  startAt: number,
  changedAt: number,
): boolean {
  return startAt > changedAt && (startAt === periodEnd || startAt - changedAt > CLOCK_DIFFERENCE_MS);
}
