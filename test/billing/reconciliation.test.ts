import { describe, expect, it } from 'vitest';
import { nextReconciliationAt } from '../../lib/billing/next-reconciliation.ts';
import type { ProviderSubscription } from '../../lib/billing/provider-snapshot.ts';
import { reconcile } from '../../lib/billing/reconciliation.ts';
import { snapshotOf, DAY, END, NOW, order, PLAN, atProvider, START, subscription } from './given.ts';
import { after, names, local } from './reconciled.ts';

const HOUR = DAY / 24;

describe('Given an active subscription, comparing it with the provider', () => {
  it('when a renewal was paid, then its period moves on and DID_RENEW is announced', () => {
    const decision = after(subscription(), atProvider([order()]));
    expect(names(decision)).toEqual(['DID_RENEW/BILLING_RECOVERY']);
    expect(decision.subscription).toMatchObject({
      status: 'ACTIVE',
      periodStart: END,
      periodEnd: END + 28 * DAY,
    });
    expect(decision.invoices).toMatchObject([{ status: 'PAID', date: END + 5 }]);
  });

  it('when a renewal failed twice and was then paid, then all three are announced', () => {
    const decision = after(subscription(), atProvider([order({ failures: [END, END + 1] })]));
    expect(names(decision)).toEqual(['DID_FAIL_TO_RENEW', 'DID_FAIL_TO_RENEW', 'DID_RENEW/BILLING_RECOVERY']);
    expect(decision.subscription).toMatchObject({ status: 'ACTIVE', graceEndsAt: null, failedOrder: null });
  });

  it('when a renewal failed, then grace counts from the first failure', () => {
    const failed = order({ status: 'FAILED', failures: [END, END + DAY], paidAt: null });
    const decision = after(subscription(), atProvider([failed], { status: 'UNPAID' }));
    expect(decision.subscription).toMatchObject({
      status: 'PAYMENT_FAILED',
      graceEndsAt: END + 7 * DAY,
      failedAt: END + DAY,
    });
  });

  it('when an order only waits, then nothing is announced', () => {
    expect(names(after(subscription(), atProvider([order({ status: 'WAITING', paidAt: null })])))).toEqual(
      [],
    );
  });

  it('when the provider cancelled it, then the paid period is honoured', () => {
    const decision = after(subscription(), atProvider([], { status: 'CANCELLED' }), START + DAY);
    expect(names(decision)).toEqual(['DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED']);
    expect(decision.subscription).toMatchObject({
      status: 'ACTIVE',
      cancellation: { accessUntil: END, progress: 'confirmed' },
    });
  });

  it('when it expired there, then it is EXPIRED', () => {
    expect(after(subscription(), atProvider([], { status: 'EXPIRED' })).subscription.status).toBe('EXPIRED');
  });
});

describe('Given plans changed at the provider between two comparisons', () => {
  const made = (reference: string, createdAt: number, more: Partial<ProviderSubscription>) =>
    atProvider([], { reference, createdAt, startAt: createdAt, ...more });
  const old = atProvider([], { isReplaced: true });
  const middle = made('pay-2', START + 1, { isReplaced: true, planReference: 'unknown' });
  const newest = made('pay-3', START + 2, { planReference: 'unknown too' });
  const decision = reconcile(
    subscription(),
    { earlier: [old, middle], current: newest },
    { invoiceOf: () => undefined, planOf: () => undefined },
    NOW,
  );

  it('when one reference was replaced by the next, then each of them leads to it from now on', () => {
    expect(decision.references).toEqual(['pay-2', 'pay-3']);
    expect(decision.subscription.payReference).toBe('pay-3');
  });

  it('when nothing is new, then there are no references to keep', () => {
    expect(after(subscription(), atProvider([])).references).toEqual([]);
  });
});

describe('Given a trial that a change of plan cut short', () => {
  const trial = atProvider([], { isReplaced: true, trialEnd: START + 3 * DAY });
  const next = (startAt: number) =>
    atProvider([order({ reference: 'first', start: startAt, end: startAt + DAY })], {
      ...{ reference: 'pay-2', createdAt: START + 1, startAt },
    });
  const cancellation = {
    at: START + 2,
    accessUntil: null,
    by: 'pay',
    progress: 'scheduled',
  } as const;
  const began = subscription({ periodStart: null, periodEnd: null, firstOrder: null, cancellation });
  const compare = (startAt: number) =>
    reconcile(
      began,
      { earlier: [trial], current: next(startAt) },
      { invoiceOf: () => undefined, planOf: () => PLAN },
      START + 4 * DAY,
    );

  it('when the next plan began before its end, then it gives no access beyond', () => {
    const { subscription: after, events } = compare(START + 1);
    expect(after.cancellation?.accessUntil).toBe(START + 1 + DAY);
    expect(after.beganWithTrial).toBe(true);
    expect(events.map(({ type }) => type)).toContain('DID_RENEW');
  });

  it('when the next plan began at its end, then it was a period of its own', () => {
    expect(compare(START + 3 * DAY).subscription.cancellation?.accessUntil).toBe(START + 4 * DAY);
  });
});

describe('Given what the provider will charge next', () => {
  const waits = (start: number) => order({ status: 'WAITING', start, paidAt: null });

  it('when an order waits, then its time is kept; when none does, there is none', () => {
    expect(after(subscription(), atProvider([order(), waits(END + DAY)])).subscription.nextOrderAt).toBe(
      END + DAY,
    );
    const over = atProvider([waits(END)], { status: 'CANCELLED' });
    expect(after(subscription({ nextOrderAt: END }), over, START).subscription.nextOrderAt).toBeNull();
  });
});

describe('Given a subscription whose beginning is unannounced', () => {
  const waiting = subscription({
    status: 'PENDING',
    unannouncedSubtype: 'RESUBSCRIBE',
    periodEnd: null,
    periodStart: null,
    firstOrder: null,
  });

  it('when it still waits, then nothing is announced', () => {
    expect(names(after(waiting, atProvider([], { status: 'PENDING' })))).toEqual([]);
  });

  it('when its first order was paid, then SUBSCRIBED is announced with its period, once', () => {
    const decision = after(waiting, atProvider([order({ start: START, end: END })]));
    expect(names(decision)).toEqual(['SUBSCRIBED/RESUBSCRIBE']);
    expect(decision.events[0]?.snapshot).toMatchObject({ status: 'ACTIVE', periodEnd: END });
    expect(decision.subscription).toMatchObject({ status: 'ACTIVE', unannouncedSubtype: null });
  });

  it('when it began with a trial, then SUBSCRIBED is announced with the trial as its period', () => {
    const decision = after(waiting, atProvider([], { trialEnd: START + 14 * DAY }), START);
    expect(decision.events[0]?.snapshot).toMatchObject({ periodStart: START, periodEnd: START + 14 * DAY });
  });
});

describe('Given a payment that failed for no order of its own', () => {
  it('when the provider calls it active again, then it is', () => {
    const held = subscription({ status: 'PAYMENT_FAILED' });
    expect(after(held, atProvider([])).subscription.status).toBe('ACTIVE');
    const owing = subscription({ status: 'PAYMENT_FAILED', failedOrder: 'order-2' });
    expect(after(owing, atProvider([])).subscription.status).toBe('PAYMENT_FAILED');
  });
});

describe('Given the time, the next reconciliation', () => {
  it.each([
    ['in its period is when undoing closes', subscription(), undefined, START, END - DAY],
    ['after that is two hours past the renewal', subscription(), undefined, END - DAY, END + 2 * HOUR],
    ['of one that is cancelled is its end', subscription({ cancellation: local }), undefined, END - DAY, END],
    ['of one that failed is tomorrow', subscription({ status: 'PAYMENT_FAILED' }), undefined, NOW, NOW + DAY],
    [
      'at an order that just fell due is soon',
      subscription(),
      snapshotOf(atProvider([order({ status: 'WAITING' })])),
      NOW,
      NOW + 2 * 60_000,
    ],
    [
      'at one that is late by hours is after a quarter of that',
      subscription(),
      snapshotOf(atProvider([order({ status: 'WAITING' })])),
      END + 3 * HOUR,
      END + 3 * HOUR + (3 * HOUR) / 4,
    ],
    [
      'of one that has ended, here and there, is never',
      subscription({ status: 'CANCELLED' }),
      snapshotOf(atProvider([], { status: 'CANCELLED' })),
      NOW,
      undefined,
    ],
    [
      'of one that has ended here alone is two hours past the next charge',
      subscription({ status: 'CANCELLED' }),
      snapshotOf(atProvider([order({ status: 'WAITING' })])),
      END - DAY,
      END + 2 * HOUR,
    ],
  ] as const)('%s', (_, before, snapshot, now, expected) => {
    expect(nextReconciliationAt(before, snapshot, now)).toBe(expected);
  });
});
