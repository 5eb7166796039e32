import { describe, expect, it } from 'vitest';
import { CANCELLED } from '../../lib/billing/owed.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { reconciled, DAY, END, NOW, order, atProvider, START, subscription } from './given.ts';
import { after, failing, causes } from './ordered.ts';
import { local } from './reconciled.ts';

describe('Given a scheduled cancellation', () => {
  const cancelled = (accessUntil: number | null) =>
    subscription({ cancellation: { at: START, accessUntil, by: 'pay', progress: 'sent' } });

  it('when the provider was paid for a further period, then that is used up first', () => {
    const decision = after(cancelled(END));
    expect(decision.subscription).toMatchObject({
      status: 'ACTIVE',
      cancellation: { at: START, accessUntil: END + 28 * DAY, by: 'pay', progress: 'sent' },
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

  const reported = (more: Partial<Subscription>, orders = [order()]) =>
    after(subscription(more), orders).differences?.map(({ kind, about }) => ({ kind, about }));
  const toReport = [{ kind: 'charged_after_cancellation', about: 'order-2' }];

  it('when an end in our records alone cuts short what is paid for after it, then that is reported', () => {
    const later = { ...local, accessUntil: END + 1 };
    expect(reported({ cancellation: later })).toEqual(toReport);
    expect(reported({ cancellation: { ...later, at: END + 5 } })).toEqual([]);
    expect(reported({ cancellation: { ...later, accessUntil: END + 28 * DAY } })).toEqual([]);
  });

  it('when it has ended, then a failed order that is paid all the same is reported, and before it extends access', () => {
    const failed = { at: END + 2, accessUntil: END + 2, by: 'pay', progress: 'sent' } as const;
    const ended = { status: 'CANCELLED', endedAt: END + 2 } as const;
    expect(reported({ ...ended, cancellation: failed })).toEqual(toReport);
    expect(reported({ cancellation: failed })).toEqual([]);
    expect(reported({ ...ended, cancellation: { ...failed, at: END + 5, accessUntil: END + 5 } })).toEqual(
      [],
    );
  });

  it('when a charge after it is reported, then with what the provider had confirmed by then', () => {
    const ended = { status: 'CANCELLED', endedAt: END + 2 } as const;
    const byPay = { at: END + 2, accessUntil: END + 2, by: 'pay', progress: 'sent' } as const;
    const oursOf = (cancellation: Subscription['cancellation'], there?: 'CANCELLED') =>
      reconciled(
        subscription({ ...ended, cancellation }),
        atProvider([order()], there && { status: there }),
        () => undefined,
        NOW,
      ).differences?.map(({ ours }) => ours);
    expect(oursOf({ ...local, at: END + 2 })).toEqual([CANCELLED.here]);
    expect(oursOf(byPay)).toEqual([CANCELLED.unsent]);
    expect(oursOf({ ...byPay, progress: 'confirmed' })).toEqual([CANCELLED.there]);
    expect(oursOf(byPay, 'CANCELLED')).toEqual([CANCELLED.unsent]);
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
