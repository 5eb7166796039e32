import { describe, expect, it } from 'vitest';
import { DAY, END, order, START, subscription } from './given.ts';
import { after, failing, causes } from './ordered.ts';

const local = { at: START, accessUntil: END, by: 'svc', sent: false } as const;

describe('Given a scheduled cancellation', () => {
  const cancelled = (accessUntil: number | null) =>
    subscription({ cancellation: { at: START, accessUntil, by: 'pay', sent: true } });

  it('when the provider was paid for a further period, then that is used up first', () => {
    const decision = after(cancelled(END));
    expect(decision.subscription).toMatchObject({
      status: 'ACTIVE',
      cancellation: { at: START, accessUntil: END + 28 * DAY, by: 'pay', sent: true },
    });
  });

  it('when the period was not known, then what was paid for is used up first', () => {
    const decision = after({ ...cancelled(null), periodStart: null, periodEnd: null });
    expect(decision.subscription).toMatchObject({
      status: 'ACTIVE',
      cancellation: { accessUntil: END + 28 * DAY },
    });
  });

  it('when an order ends before the access does, then the access stays as long', () => {
    const decision = after(cancelled(END + 30 * DAY));
    expect(decision.subscription.cancellation?.accessUntil).toBe(END + 30 * DAY);
  });

  it('when it is ours alone, then a payment for a time before its end is a renewal that moves no end', () => {
    const decision = after(
      subscription({ cancellation: { ...local, accessUntil: END + 1 } }),
      [order()],
      undefined,
      END,
    );
    expect(causes(decision)).toEqual(['order:order-2:paid']);
    expect(decision.subscription.cancellation?.accessUntil).toBe(END + 1);
  });
});

describe('Given a subscription that has ended', () => {
  const ended = subscription({ status: 'CANCELLED', endedAt: END, cancellation: { ...local, by: 'pay' } });

  it('when an order fails after all, then that is an invoice and nothing is announced', () => {
    const decision = after(ended, [failing(END)]);
    const openReferences = [{ reference: 'pay-1', recordedBefore: END }];
    expect(decision).toMatchObject({ invoices: [{ status: 'FAILED' }], events: [] });
    expect(decision.subscription).toEqual({ ...ended, openReferences });
  });

  it('when an order is paid after all, then it stays ended and nothing is announced', () => {
    const decision = after(ended);
    expect(decision).toMatchObject({ invoices: [{ status: 'PAID' }], events: [] });
    expect(decision.subscription).toMatchObject({
      status: 'CANCELLED',
      endedAt: END,
      periodEnd: END + 28 * DAY,
    });
  });

  it('when its period was not known, then the paid order sets it', () => {
    const unknown = {
      ...ended,
      periodStart: null,
      periodEnd: null,
      cancellation: { ...local, accessUntil: null },
    };
    expect(after(unknown).subscription).toMatchObject({ status: 'CANCELLED', periodStart: END });
  });
});
