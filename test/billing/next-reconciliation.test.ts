import { describe, expect, it } from 'vitest';
import { dueKindOf, nextReconciliationAt } from '../../lib/billing/next-reconciliation.ts';
import { DAY, END, order, START, subscription } from './given.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const waits = (start: number) => order({ status: 'WAITING', start, paidAt: null });

describe('Given orders, the next look at an active subscription', () => {
  it('when an order falls due this millisecond, then it is soon', () => {
    expect(nextReconciliationAt(subscription(), [waits(END)], END)).toBe(END + 2 * MINUTE);
  });

  it('when an order has waited for two hours, then it is in an hour', () => {
    expect(nextReconciliationAt(subscription(), [waits(END)], END + 2 * HOUR - 1)).toBe(
      END + 2 * HOUR - 1 + 2 * MINUTE,
    );
    expect(nextReconciliationAt(subscription(), [waits(END)], END + 2 * HOUR)).toBe(END + 3 * HOUR);
  });

  it('when an order waits for its time, or was paid, then it does not hurry', () => {
    expect(nextReconciliationAt(subscription(), [waits(END)], START)).toBe(END - DAY);
    expect(nextReconciliationAt(subscription(), [order({ start: START })], START)).toBe(END - DAY);
  });
});

describe('Given no orders, the next look at an active subscription', () => {
  it('when its period is not known, then it is tomorrow', () => {
    expect(nextReconciliationAt(subscription({ periodEnd: null }), [], START)).toBe(START + DAY);
  });

  it('when the time to look has passed, then it is in a minute', () => {
    const cancellation = { at: START, accessUntil: END, by: 'pay', sent: true } as const;
    expect(nextReconciliationAt(subscription({ cancellation }), [], END + 1)).toBe(END + 1 + MINUTE);
    expect(nextReconciliationAt(subscription(), [], END + DAY)).toBe(END + DAY + MINUTE);
  });

  it('when it is cancelled, then it is the same instant as without, until undoing closes', () => {
    const cancellation = { at: START, accessUntil: END, by: 'svc', sent: false } as const;
    const last = END - DAY - 1;
    expect(nextReconciliationAt(subscription({ cancellation }), [], last)).toBe(
      nextReconciliationAt(subscription(), [], last),
    );
    expect(nextReconciliationAt(subscription({ cancellation }), [], last + 1)).toBe(END);
  });

  it('when it is cancelled without a known end, then two hours past the renewal', () => {
    const cancellation = { at: START, accessUntil: null, by: 'pay', sent: false } as const;
    expect(nextReconciliationAt(subscription({ cancellation }), [], START)).toBe(END + 2 * HOUR);
  });
});

describe('What of a subscription is due', () => {
  it('is its end where it is cancelled, else a comparison', () => {
    const cancellation = { at: START, accessUntil: END, by: 'pay', sent: false } as const;
    expect(dueKindOf(subscription({ cancellation }))).toBe('ending');
    expect(dueKindOf(subscription())).toBe('reconciliation');
  });
});
