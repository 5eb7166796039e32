import { describe, expect, it } from 'vitest';
import { nextReconciliationAt } from '../../lib/billing/next-reconciliation.ts';
import type { ProviderSubscription } from '../../lib/billing/provider-snapshot.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { reconcile } from '../../lib/billing/reconciliation.ts';
import { alone, compared, DAY, END, invoice, NOW, order, PLAN, seen, START, subscription } from './given.ts';

const HOUR = DAY / 24;
const after = (before: Subscription, what: ProviderSubscription, now = NOW) =>
  compared(before, what, () => undefined, now);
const names = ({ events }: ReturnType<typeof after>) =>
  events.map(({ type, subtype }) => [type, subtype].filter(Boolean).join('/'));
const local = { at: START, accessUntil: END, by: 'svc', sent: false } as const;

describe('Given an active subscription, comparing it with the provider', () => {
  it('when a renewal was paid, then its period moves on and DID_RENEW is announced', () => {
    const decision = after(subscription(), seen([order()]));
    expect(names(decision)).toEqual(['DID_RENEW/BILLING_RECOVERY']);
    expect(decision.subscription).toMatchObject({
      status: 'ACTIVE',
      periodStart: END,
      periodEnd: END + 28 * DAY,
    });
    expect(decision.invoices).toMatchObject([{ status: 'PAID', date: END + 5 }]);
  });

  it('when a renewal failed twice and was then paid, then all three are announced', () => {
    const decision = after(subscription(), seen([order({ failures: [END, END + 1] })]));
    expect(names(decision)).toEqual(['DID_FAIL_TO_RENEW', 'DID_FAIL_TO_RENEW', 'DID_RENEW/BILLING_RECOVERY']);
    expect(decision.subscription).toMatchObject({ status: 'ACTIVE', graceEndsAt: null, failedOrder: null });
  });

  it('when a renewal failed, then grace counts from the first failure', () => {
    const failed = order({ status: 'FAILED', failures: [END, END + DAY], paidAt: null });
    const decision = after(subscription(), seen([failed], { status: 'UNPAID' }));
    expect(decision.subscription).toMatchObject({
      status: 'PAYMENT_FAILED',
      graceEndsAt: END + 7 * DAY,
      failedAt: END + DAY,
    });
  });

  it('when an order only waits, then nothing is announced', () => {
    expect(names(after(subscription(), seen([order({ status: 'WAITING', paidAt: null })])))).toEqual([]);
  });

  it('when the provider cancelled it, then the paid period is honoured', () => {
    const decision = after(subscription(), seen([], { status: 'CANCELLED' }), START + DAY);
    expect(names(decision)).toEqual(['DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED']);
    expect(decision.subscription).toMatchObject({
      status: 'ACTIVE',
      cancellation: { accessUntil: END, sent: true },
    });
  });

  it('when it expired there, then it is EXPIRED', () => {
    expect(after(subscription(), seen([], { status: 'EXPIRED' })).subscription.status).toBe('EXPIRED');
  });
});

describe('Given plans changed at the provider between two comparisons', () => {
  const made = (reference: string, createdAt: number, more: Partial<ProviderSubscription>) =>
    seen([], { reference, createdAt, startAt: createdAt, ...more });
  const old = seen([], { status: 'SUPERSEDED' });
  const middle = made('pay-2', START + 1, { status: 'SUPERSEDED', planReference: 'unknown' });
  const newest = made('pay-3', START + 2, { planReference: 'unknown too' });
  const decision = reconcile(
    subscription(),
    { earlier: [old, middle], current: newest },
    { invoiceOf: () => undefined, planOf: () => undefined },
    NOW,
  );

  it('when one reference was superseded by the next, then each of them leads to it from now on', () => {
    expect(decision.references).toEqual(['pay-2', 'pay-3']);
    expect(decision.subscription.payReference).toBe('pay-3');
  });

  it('when nothing is new, then there are no references to keep', () => {
    expect(after(subscription(), seen([])).references).toEqual([]);
  });
});

describe('Given charges after a cancellation of our records alone', () => {
  const before = subscription({ cancellation: local });
  const charges = Array.from({ length: 40 }, (_, day) =>
    order({ reference: `order-${day}`, start: END + day, end: END + day + 1 }),
  );

  it('when there are many, then each takes an invoice and a difference, and a step ends in time', () => {
    const decision = after(before, seen(charges), END + DAY);
    expect(decision.complete).toBe(false);
    expect(decision.invoices).toHaveLength(13);
    expect(decision.differences).toHaveLength(13);
  });

  it('when it was paid for early and the cancellation is taken back, then it is a renewal after all', () => {
    const [early] = charges;
    const known = invoice({ order: 'order-0', status: 'PAID' });
    const of = (subscribed: Subscription) => compared(subscribed, seen([early!]), () => known, START + DAY);
    expect(names(of(before))).toEqual([]);
    expect(names(of(subscription()))).toEqual(['DID_RENEW/BILLING_RECOVERY']);
    expect(of(subscription()).subscription.periodStart).toBe(END);
    expect(names(of(subscription({ periodStart: END, periodEnd: END + 1 })))).toEqual([]);
  });
});

describe('Given an early payment that a cancellation of our records alone disregards', () => {
  const paidEarly = order({ reference: 'early', start: END, end: END + 28 * DAY, paidAt: START + DAY });
  const known = { invoiceOf: () => invoice({ order: 'early' }), planOf: () => PLAN };
  const old = seen([paidEarly], { status: 'SUPERSEDED' });
  const current = seen([order({ reference: 'at once', start: START + 2 * DAY, end: END + 2 * DAY })], {
    ...{ reference: 'pay-2', createdAt: START + 2 * DAY, startAt: START + 2 * DAY },
  });
  const begun = subscription({
    ...{ payReference: 'pay-2', cancellation: local, periodStart: START + 2 * DAY, periodEnd: END + 2 * DAY },
    openReferences: ['pay-1', 'pay-2'].map((reference) => ({ reference, recordedBefore: 0 })),
  });
  const compare = (before: Subscription) =>
    reconcile(before, { earlier: [old], current }, known, START + 3 * DAY).subscription;

  it('when its reference is superseded, then it is kept as long as the cancellation may be taken back', () => {
    expect(compare(begun).openReferences).toEqual([
      { reference: 'pay-1', recordedBefore: END },
      { reference: 'pay-2', recordedBefore: START + 2 * DAY + 1 },
    ]);
  });

  it('when it is taken back, then it opens its period, also where another begun since ends later than it begins', () => {
    const { periodStart, periodEnd, openReferences } = compare({ ...begun, cancellation: null });
    expect([periodStart, periodEnd]).toEqual([END, END + 28 * DAY]);
    expect(openReferences.map(({ reference }) => reference)).toEqual(['pay-2']);
  });
});

describe('Given a trial that a change of plan cut short', () => {
  const trial = seen([], { status: 'SUPERSEDED', trialEnd: START + 3 * DAY });
  const next = (startAt: number) =>
    seen([order({ reference: 'first', start: startAt, end: startAt + DAY })], {
      ...{ reference: 'pay-2', createdAt: START + 1, startAt },
    });
  const cancellation = { at: START + 2, accessUntil: null, by: 'pay', sent: false } as const;
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
    expect(after(subscription(), seen([order(), waits(END + DAY)])).subscription.nextOrderAt).toBe(END + DAY);
    const over = seen([waits(END)], { status: 'CANCELLED' });
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
    expect(names(after(waiting, seen([], { status: 'PENDING' })))).toEqual([]);
  });

  it('when its first order was paid, then SUBSCRIBED is announced with its period, once', () => {
    const decision = after(waiting, seen([order({ start: START, end: END })]));
    expect(names(decision)).toEqual(['SUBSCRIBED/RESUBSCRIBE']);
    expect(decision.events[0]?.snapshot).toMatchObject({ status: 'ACTIVE', periodEnd: END });
    expect(decision.subscription).toMatchObject({ status: 'ACTIVE', unannouncedSubtype: null });
  });

  it('when it began with a trial, then SUBSCRIBED is announced with the trial as its period', () => {
    const decision = after(waiting, seen([], { trialEnd: START + 14 * DAY }), START);
    expect(decision.events[0]?.snapshot).toMatchObject({ periodStart: START, periodEnd: START + 14 * DAY });
  });
});

describe('Given a cancellation of our records alone', () => {
  it('when the provider charges on after its end, then that is an invoice and no renewal', () => {
    const decision = after(subscription({ cancellation: local }), seen([order()]));
    expect(names(decision)).toEqual(['EXPIRED']);
    expect(decision.invoices).toHaveLength(1);
    expect(decision.subscription).toMatchObject({ status: 'CANCELLED', periodEnd: END });
  });
});

describe('Given a payment that failed for no order of its own', () => {
  it('when the provider calls it active again, then it is', () => {
    const held = subscription({ status: 'PAYMENT_FAILED' });
    expect(after(held, seen([])).subscription.status).toBe('ACTIVE');
    const owing = subscription({ status: 'PAYMENT_FAILED', failedOrder: 'order-2' });
    expect(after(owing, seen([])).subscription.status).toBe('PAYMENT_FAILED');
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
      alone(seen([order({ status: 'WAITING' })])),
      NOW,
      NOW + 2 * 60_000,
    ],
    [
      'at one that is late by hours is after a quarter of that',
      subscription(),
      alone(seen([order({ status: 'WAITING' })])),
      END + 3 * HOUR,
      END + 3 * HOUR + (3 * HOUR) / 4,
    ],
    [
      'of one that has ended, here and there, is never',
      subscription({ status: 'CANCELLED' }),
      alone(seen([], { status: 'CANCELLED' })),
      NOW,
      undefined,
    ],
    [
      'of one that has ended here alone is two hours past the next charge',
      subscription({ status: 'CANCELLED' }),
      alone(seen([order({ status: 'WAITING' })])),
      END - DAY,
      END + 2 * HOUR,
    ],
  ] as const)('%s', (_, before, snapshot, now, expected) => {
    expect(nextReconciliationAt(before, snapshot, now)).toBe(expected);
  });
});
