import { describe, expect, it } from 'vitest';
import { relevantOrders } from '../../lib/billing/reconciliation.ts';
import type { ProviderOrder } from '../../lib/billing/provider-snapshot.ts';
import {
  DAY,
  decided,
  END,
  invoice,
  nothingBut,
  NOW,
  order,
  PLAN,
  atProvider,
  START,
  subscription,
} from './given.ts';
import { after, failing, causes } from './ordered.ts';

describe('Given the orders of the provider', () => {
  it('when they are not settled on record, and have begun or moved money, then they are relevant', () => {
    const waits = (start: number) => order({ start, status: 'WAITING', paidAt: null });
    const [old, due, later] = [START - 1, NOW, NOW + 1].map(waits) as [
      ProviderOrder,
      ProviderOrder,
      ProviderOrder,
    ];
    const early = order({ start: NOW + 2 });
    const tried = order({ start: NOW + 3, status: 'FAILED', failures: [NOW], paidAt: null });
    const orders = [old, due, later, early, tried];
    const relevant = (recordedBefore: number) => {
      const openReferences = [{ reference: 'pay-1', recordedBefore }];
      return relevantOrders(subscription({ openReferences }), atProvider(orders), NOW);
    };
    expect(relevant(0)).toEqual([old, due, early, tried]);
    expect(relevant(START)).toEqual([due, early, tried]);
    expect(relevant(NOW + 3)).toEqual([tried]);
  });

  it('when an order has not fallen due, then nothing is announced and it has no invoice', () => {
    const waits = order({ status: 'WAITING', paidAt: null });
    const openReferences = [{ reference: 'pay-1', recordedBefore: END }];
    expect(decided(after(subscription(), [waits], undefined, END - 1))).toEqual(
      nothingBut(subscription({ openReferences, nextOrderAt: END })),
    );
  });

  it('when nothing is to become of an invoice, then none is written', () => {
    expect(after(subscription(), [order({ status: 'VOID' })]).invoices).toEqual([]);
  });
});

describe('Given a renewal', () => {
  it('when it failed and was paid, then each attempt and the payment have a cause and a time of their own', () => {
    const decision = after(subscription(), [order({ failures: [END, END + 1] })]);
    expect(causes(decision)).toEqual([
      'order:order-2:failed:1',
      'order:order-2:failed:2',
      'order:order-2:paid',
    ]);
    expect(decision.events.map(({ at }) => at)).toEqual([END, END + 1, END + 5]);
  });

  it('when it failed, then the event has PAYMENT_FAILED and the old period; when paid, ACTIVE and the new one', () => {
    const [failure, payment] = after(subscription(), [order({ failures: [END] })]).events;
    expect(failure?.snapshot).toMatchObject({ status: 'PAYMENT_FAILED', periodStart: START, graceDays: 7 });
    expect(payment?.snapshot).toMatchObject({ status: 'ACTIVE', periodStart: END, graceDays: 7 });
  });

  it('when the provider does not say when it was paid, then it was when it fell due', () => {
    expect(after(subscription(), [order({ paidAt: null })]).events).toMatchObject([{ at: END }]);
  });

  it('when its payment is known, then it is not announced again', () => {
    const renewed = subscription({ periodStart: END, periodEnd: END + 28 * DAY });
    const openReferences = [{ reference: 'pay-1', recordedBefore: END + 1 }];
    expect(decided(after(renewed, [order()], invoice()))).toEqual(nothingBut({ ...renewed, openReferences }));
  });

  it('when it failed once more than is known, then that attempt alone is announced', () => {
    const known = invoice({ status: 'FAILED', failures: 1 });
    const before = subscription({
      status: 'PAYMENT_FAILED',
      failedOrder: 'order-2',
      graceEndsAt: END + 7 * DAY,
    });
    const decision = after(before, [failing(END, END + DAY)], known);
    expect(causes(decision)).toEqual(['order:order-2:failed:2']);
    expect(decision.subscription).toMatchObject({ failedAt: END + DAY, graceEndsAt: END + 7 * DAY });
  });

  it('when it failed and the provider still calls the subscription active, then payment has failed', () => {
    expect(after(subscription(), [failing(END)]).subscription).toMatchObject({
      status: 'PAYMENT_FAILED',
      failedOrder: 'order-2',
    });
  });

  it('when its plan has no grace days, then grace has no end to be announced; with none left, it is over at once', () => {
    const graceOf = (graceDays: number | null) =>
      after(subscription({ plan: { ...PLAN, graceDays } }), [failing(END)]).subscription.graceEndsAt;
    expect([graceOf(null), graceOf(0), graceOf(3)]).toEqual([null, END, END + 3 * DAY]);
  });

  it('when another order fails, then grace starts again', () => {
    const before = subscription({ status: 'PAYMENT_FAILED', failedOrder: 'order-1', graceEndsAt: START });
    expect(after(before, [failing(END)]).subscription.graceEndsAt).toBe(END + 7 * DAY);
  });
});

describe('Given the first order', () => {
  const first = (failures: number[] = []) =>
    order({ reference: 'order-1', start: START, end: END, failures });

  it('when it is paid, then that belongs to SUBSCRIBED and is no renewal', () => {
    const decision = after(subscription(), [first()]);
    expect(decision.events).toEqual([]);
    expect(decision.invoices).toMatchObject([{ status: 'PAID' }]);
  });

  it('when it was unknown, then it is the oldest order read', () => {
    const decision = after(subscription({ firstOrder: null }), [first(), order()]);
    expect(causes(decision)).toEqual(['order:order-2:paid']);
    expect(decision.subscription.firstOrder).toBe('order-1');
  });

  it('when it failed before it was paid, then both are announced', () => {
    expect(causes(after(subscription(), [first([START])]))).toEqual([
      'order:order-1:failed:1',
      'order:order-1:paid',
    ]);
  });
});
