import { describe, expect, it } from 'vitest';
import { dueKindOf, nextReconciliationAt } from '../../lib/billing/next-reconciliation.ts';
import { snapshotOf, DAY, END, order, atProvider, START, subscription } from './given.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const waits = (start: number) => order({ status: 'WAITING', start, paidAt: null });

describe('Given orders, the next reconciliation of an active subscription', () => {
  it('when an order falls due this millisecond, then it is soon', () => {
    expect(nextReconciliationAt(subscription(), snapshotOf(atProvider([waits(END)])), END)).toBe(
      END + 2 * MINUTE,
    );
  });

  it('when an order has waited for long, then it is after a quarter of that, and six hours at the most', () => {
    const after = (late: number) =>
      nextReconciliationAt(subscription(), snapshotOf(atProvider([waits(END)])), END + late)! - END - late;
    expect([8 * MINUTE, 2 * HOUR, DAY, 9 * DAY].map(after)).toEqual([
      2 * MINUTE,
      HOUR / 2,
      6 * HOUR,
      6 * HOUR,
    ]);
  });

  it('when an order waits for its time, or was paid, then it does not hurry', () => {
    expect(nextReconciliationAt(subscription(), snapshotOf(atProvider([waits(END)])), START)).toBe(END - DAY);
    expect(
      nextReconciliationAt(subscription(), snapshotOf(atProvider([order({ start: START })])), START),
    ).toBe(END - DAY);
  });
});

describe('Given an order that is charged long before the period on record ends, the next reconciliation', () => {
  const early = END - 20 * DAY;

  it('is two hours past that order, cancelled or not', () => {
    const cancellation = { at: START, accessUntil: END, by: 'svc', progress: 'scheduled' } as const;
    for (const one of [subscription(), subscription({ cancellation })]) {
      expect(nextReconciliationAt(one, snapshotOf(atProvider([waits(early)])), START)).toBe(early + 2 * HOUR);
    }
  });

  it('is so too where only the record tells of it, and nothing is left to be cancelled before', () => {
    const cancellation = { at: START, accessUntil: END, by: 'pay', progress: 'sent' } as const;
    const one = subscription({ cancellation, nextOrderAt: early });
    expect(nextReconciliationAt(one, undefined, early)).toBe(early + 2 * HOUR);
  });

  it('does not hurry for a recorded order that is itself overdue, as it was already reconciled again', () => {
    for (const late of [2 * HOUR, DAY]) {
      const one = subscription({ nextOrderAt: early });
      expect(nextReconciliationAt(one, undefined, early + late)).toBe(END + 2 * HOUR);
    }
  });
});

describe('Given no orders, the next reconciliation of an active subscription', () => {
  it('when its period is not known, then it is tomorrow', () => {
    expect(nextReconciliationAt(subscription({ periodEnd: null }), undefined, START)).toBe(START + DAY);
  });

  it('when its time has passed, then it is in two minutes, and later the longer it is late', () => {
    const cancellation = { at: START, accessUntil: END, by: 'pay', progress: 'sent' } as const;
    expect(nextReconciliationAt(subscription({ cancellation }), undefined, END + 1)).toBe(
      END + 1 + 2 * MINUTE,
    );
    expect(nextReconciliationAt(subscription(), undefined, END + DAY)).toBe(END + DAY + (22 * HOUR) / 4);
  });

  it('when it is cancelled, then it is the same instant as without, until undoing closes', () => {
    const cancellation = { at: START, accessUntil: END, by: 'svc', progress: 'scheduled' } as const;
    const last = END - DAY - 1;
    expect(nextReconciliationAt(subscription({ cancellation }), undefined, last)).toBe(
      nextReconciliationAt(subscription(), undefined, last),
    );
    expect(nextReconciliationAt(subscription({ cancellation }), undefined, last + 1)).toBe(END);
  });

  it('when it is cancelled without a known end, then it is now', () => {
    const cancellation = { at: START, accessUntil: null, by: 'pay', progress: 'scheduled' } as const;
    expect(nextReconciliationAt(subscription({ cancellation }), undefined, START)).toBe(START + 2 * MINUTE);
  });
});

describe('Given a payment that failed, the next reconciliation', () => {
  const owing = subscription({ status: 'PAYMENT_FAILED' });
  const cancellation = { at: START, accessUntil: END, by: 'pay', progress: 'scheduled' } as const;

  it('is tomorrow, or when undoing closes where that is sooner, so that no cancellation is sent late', () => {
    expect(nextReconciliationAt(owing, undefined, START)).toBe(START + DAY);
    const soon = END - DAY - HOUR;
    expect(nextReconciliationAt({ ...owing, cancellation }, undefined, soon)).toBe(END - DAY);
    expect(nextReconciliationAt(owing, undefined, soon)).toBe(END - DAY);
  });

  it('is soon where it was cancelled long after its period, so that the provider hears of it', () => {
    const late = { ...cancellation, at: END + 36 * DAY, accessUntil: END + 36 * DAY };
    const one = { ...owing, cancellation: late };
    expect(nextReconciliationAt(one, undefined, late.at)).toBe(late.at + 2 * MINUTE);
  });

  it('is the end of its access where that is sooner, so that it does not end late', () => {
    const ours = { ...cancellation, by: 'svc' } as const;
    expect(nextReconciliationAt({ ...owing, cancellation: ours }, undefined, END - HOUR)).toBe(END);
    expect(nextReconciliationAt({ ...owing, cancellation: ours }, undefined, END)).toBe(END + DAY);
  });
});

describe('What of a subscription is due', () => {
  const cancellation = { at: START, accessUntil: END, by: 'pay', progress: 'scheduled' } as const;
  const closes = nextReconciliationAt(subscription(), undefined, START)!;

  it('is its end where it is cancelled and that cannot be undone any more, else a comparison', () => {
    expect(dueKindOf(subscription({ cancellation }), closes + 1)).toBe('ending');
    expect(dueKindOf(subscription(), closes + 1)).toBe('reconciliation');
  });

  it.each([
    ['when a cancellation can no longer be undone', closes, 'ending'],
    ['before that', closes - 1, 'reconciliation'],
  ])('is the same with and without a cancellation %s, so that cancelling moves nothing', (_, dueAt, kind) => {
    expect(dueKindOf(subscription({ cancellation }), dueAt)).toBe(kind);
    expect(dueKindOf(subscription(), dueAt)).toBe(kind);
  });

  it('is its end where it is cancelled without a known end', () => {
    const endless = { ...cancellation, accessUntil: null };
    expect(dueKindOf(subscription({ cancellation: endless }), START)).toBe('ending');
  });
});

describe('Given the end of a subscription, the next reconciliation', () => {
  const ended = subscription({ status: 'CANCELLED', endedAt: END });
  const lost = { reference: 'lost', recordedBefore: 0 };
  const withLost = { ...ended, openReferences: [lost, { reference: 'pay-1', recordedBefore: END }] };

  it.each([
    ['two hours past the next charge on record', END, END + 1, END + 2 * HOUR],
    ['tomorrow where that is sooner', END + 9 * DAY, END + 1, END + 1 + DAY],
    ['soon where that charge is late', END, END + 10 * HOUR, END + 12 * HOUR],
    ['tomorrow where none is on record', null, END + 1, END + 1 + DAY],
  ])('without an answer of the provider, is %s', (_, nextOrderAt, now, expected) => {
    expect(nextReconciliationAt({ ...ended, nextOrderAt }, undefined, now)).toBe(expected);
  });

  it('is ever more seldom where only a reference is left that the provider cannot tell of', () => {
    const over = snapshotOf(atProvider([], { status: 'CANCELLED' }));
    const waitAfter = (days: number) =>
      (nextReconciliationAt(withLost, over, END + days * DAY)! - END) / DAY - days;
    expect([1, 4, 40, 400].map(waitAfter)).toEqual([1, 1, 10, 100]);
  });

  it('is tomorrow where the provider goes on', () => {
    const now = END + 40 * DAY;
    expect(nextReconciliationAt(withLost, snapshotOf(atProvider([])), now)).toBe(now + DAY);
  });
});
