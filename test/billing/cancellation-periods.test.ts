import { describe, expect, it } from 'vitest';
import { cancelAtPeriodEnd, cancelIsDue, undoClosesAt } from '../../lib/billing/cancellation.ts';
import { DAY, END, START, subscription } from './given.ts';

const NOW = START + DAY;

describe('Given a subscription without a paid period to protect', () => {
  it.each(['PAYMENT_FAILED', 'PENDING'] as const)(
    'when a %s one is cancelled, then its access ends now',
    (status) => {
      const { subscription: after } = cancelAtPeriodEnd(subscription({ status }), 'pay', NOW);
      expect(after.cancellation?.accessUntil).toBe(NOW);
      expect(cancelIsDue(after, NOW)).toBe(true);
    },
  );
});

describe('Given a period that was paid for early, and a later payment that failed', () => {
  it('when it is cancelled, then it ends now and the cancel is sent now', () => {
    const early = subscription({ status: 'PAYMENT_FAILED', periodStart: END, periodEnd: END + 28 * DAY });
    const { subscription: after } = cancelAtPeriodEnd(early, 'pay', NOW);
    expect(undoClosesAt(after)).toBe(NOW);
    expect(cancelIsDue(after, NOW)).toBe(true);
  });
});

describe('Given periods of other lengths', () => {
  it.each([
    ['a day: a tenth of it', START + DAY, START + 0.9 * DAY],
    ['ten days: a day, which is a tenth', START + 10 * DAY, START + 9 * DAY],
    ['a year: a day', START + 365 * DAY, START + 364 * DAY],
  ])('when the period is %s, then undoing closes before its end', (_, periodEnd, closes) => {
    expect(undoClosesAt(subscription({ periodEnd }))).toBe(closes);
  });

  it('when no period is known, then there is no such time', () => {
    expect(undoClosesAt(subscription({ periodEnd: null }))).toBeNull();
  });
});
