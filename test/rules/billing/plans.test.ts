import { describe, expect, it } from 'vitest';
import { changeKind } from '../../../lib/billing/plan-change.ts';
import { beginsLater, termsOf, usualPeriodMs, type PlanTerms } from '../../../lib/billing/plan.ts';
import { CLOCK_DIFFERENCE_MS } from '../../../lib/limits.ts';
import { DAY, PLAN, START } from './given.ts';

describe('The length of a period', () => {
  it.each([
    ['DAILY', 3, 3 * DAY],
    ['WEEKLY', 2, 14 * DAY],
    ['MONTHLY', 1, 30.436875 * DAY],
    ['MONTHLY', 12, 365.2425 * DAY],
    ['YEARLY', 2, 730.485 * DAY],
  ] as const)('%s times %i is its mean length', (interval, intervalCount, length) => {
    expect(usualPeriodMs({ interval, intervalCount })).toBe(length);
  });
});

describe('A change to a plan', () => {
  it.each<[string, Partial<PlanTerms>, string]>([
    ['that is dearer', { price: '100.01' }, 'UPGRADE'],
    ['of the same price', {}, 'UPGRADE'],
    ['that is cheaper', { price: '99.99' }, 'DOWNGRADE'],
    ['of a year for the price of eleven months', { interval: 'YEARLY', price: '1100.00' }, 'DOWNGRADE'],
    ['of a year for a hundredth less than that of twelve', { interval: 'YEARLY', price: '1199.99' }, 'DOWNGRADE'],
    ['of a week for a quarter', { interval: 'WEEKLY', price: '25.00' }, 'UPGRADE'],
    ['of a day for the price of a month', { interval: 'DAILY' }, 'UPGRADE'],
    ['of two months for the price of three', { intervalCount: 2, price: '300.00' }, 'UPGRADE'],
  ])('%s is decided by the price per day', (_, to, kind) => {
    expect(changeKind(PLAN, { ...PLAN, ...to })).toBe(kind);
  }); // prettier-ignore

  it.each([7, 3333, 10_000, 14_990, 123_457, 9_999_999])(
    'of the same price per day is an upgrade either way, where a month costs %i hundredths',
    (hundredths) => {
      const price = (months: number) => ((hundredths * months) / 100).toFixed(2);
      const month = { ...PLAN, price: price(1) };
      const quarter = { ...PLAN, intervalCount: 3, price: price(3) };
      const year = { ...PLAN, interval: 'YEARLY', price: price(12) } as const;
      const plans = [month, quarter, year];
      const kinds = plans.flatMap((from) => plans.map((to) => changeKind(from, to)));
      expect(new Set(kinds)).toEqual(new Set(['UPGRADE']));
    },
  );
});

describe('What a plan change has begin', () => {
  it.each([
    ['at once, begins at once', 0, DAY, false],
    ['a moment later, begins at once', 1, DAY, false],
    ['as much later as clocks differ, begins at once', CLOCK_DIFFERENCE_MS, DAY, false],
    ['later than that, begins with the next period', CLOCK_DIFFERENCE_MS + 1, DAY, true],
    ['as the period ends, begins with the next one, however soon', 1, 1, true],
    ['at once as the period ends, begins at once', 0, 0, false],
  ])('%s', (_, afterMs, periodMs, isLater) => {
    expect(beginsLater({ periodEnd: START + periodMs }, START + afterMs, START)).toBe(isLater);
  });
});

describe('A plan', () => {
  it('goes with a subscription by its terms alone', () => {
    const more = { productReference: 'product', lookupKey: 'gold', unit: null, active: true, features: {} };
    const plan = {
      ...PLAN,
      ...more,
      type: 'DIGITAL',
      shippingPrice: null,
      vatRate: null,
      createdAt: START,
    } as const;
    expect(termsOf(plan)).toEqual(PLAN);
  });
});
