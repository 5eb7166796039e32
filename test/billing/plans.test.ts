import { describe, expect, it } from 'vitest';
import { changePlanInRecords, checkPlanChange } from '../../lib/billing/plan-change.ts';
import { changeKind } from '../../lib/billing/plan-change.ts';
import { beginsLater, termsOf, usualPeriodMs } from '../../lib/billing/plan.ts';
import { CLOCK_DIFFERENCE_MS } from '../../lib/limits.ts';
import { DAY, ID, PLAN, START, subscription } from './given.ts';

const OTHER = { ...PLAN, id: 'plan-2', reference: 'other' };

describe('Given the length of a period', () => {
  it.each([
    ['DAILY', 3, 3 * DAY],
    ['WEEKLY', 2, 14 * DAY],
    ['MONTHLY', 1, 30.436875 * DAY],
    ['MONTHLY', 12, 365.2425 * DAY],
    ['YEARLY', 2, 730.485 * DAY],
  ] as const)(
    'when a plan is %s times %i, then its mean length is known',
    (interval, intervalCount, length) => {
      expect(usualPeriodMs({ interval, intervalCount })).toBe(length);
    },
  );
});

describe('Given two plans of the same price per day', () => {
  it.each(['0.07', '33.33', '100.00', '149.90', '1234.57', '99999.99'])(
    'when the price of a month is %s, then either way is an upgrade',
    (price) => {
      const month = { ...PLAN, price };
      const cents = Number(price.replace('.', ''));
      const year = { ...PLAN, interval: 'YEARLY', price: ((cents * 12) / 100).toFixed(2) } as const;
      const quarter = { ...PLAN, intervalCount: 3, price: ((cents * 3) / 100).toFixed(2) } as const;
      for (const [from, to] of [
        [month, year],
        [year, month],
        [month, quarter],
        [quarter, month],
        [year, quarter],
        [quarter, year],
      ] as const)
        expect(changeKind(from, to)).toBe('UPGRADE');
    },
  );

  it('when the longer one is a hundredth cheaper, then it is a downgrade', () => {
    expect(changeKind(PLAN, { ...PLAN, interval: 'YEARLY', price: '1199.99' })).toBe('DOWNGRADE');
  });
});

describe('Given a plan', () => {
  it('when it is subscribed to, then only its terms go with the subscription', () => {
    const more = { productReference: 'product', lookupKey: 'gold', unit: null, active: true };
    const plan = { ...PLAN, ...more, type: 'DIGITAL', shippingPrice: null, createdAt: START } as const;
    expect(termsOf(plan)).toEqual(PLAN);
  });
});

describe('Given what a change of plan has begin after it', () => {
  it.each([
    [0, false],
    [1, false],
    [CLOCK_DIFFERENCE_MS, false],
    [CLOCK_DIFFERENCE_MS + 1, true],
  ])('when that is %i ms after it, then it begins with the next period: %s', (ms, isLater) => {
    expect(beginsLater({ periodEnd: START + DAY }, START + ms, START)).toBe(isLater);
  });

  it('when that is where the current period ends, then it begins with the next one, however soon', () => {
    expect(beginsLater({ periodEnd: START + 1 }, START + 1, START)).toBe(true);
    expect(beginsLater({ periodEnd: START }, START, START)).toBe(false);
  });
});

describe('Given a change of plan', () => {
  it('when the plan is another of the same currency, then it is allowed', () => {
    expect(() =>
      checkPlanChange(subscription(), { to: OTHER, by: 'svc', upgradePeriod: 'NOW' }),
    ).not.toThrow();
  });

  it('when the provider was not part of it, then each change is announced for itself', () => {
    const asked = { by: 'svc', as: 'a request' } as const;
    const first = changePlanInRecords(subscription(), { ...asked, to: OTHER }, START);
    expect(first.events).toMatchObject([
      { cause: `plan:${ID}:1`, type: 'DID_CHANGE_RENEWAL_PREF', subtype: 'UPGRADE', at: START },
    ]);
    expect(first.events[0]?.snapshot.planReference).toBe('other');
    const back = changePlanInRecords(
      { ...first.subscription, revision: 2 },
      { ...asked, to: PLAN },
      START + 1,
    );
    expect(back.events).toMatchObject([{ cause: `plan:${ID}:2` }]);
  });
});
