import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { reconcile } from '../../lib/billing/reconciliation.ts';
import { reconciled, DAY, END, invoice, order, PLAN, atProvider, START, subscription } from './given.ts';
import { after, names, local } from './reconciled.ts';

describe('Given charges after a cancellation of our records alone', () => {
  const before = subscription({ cancellation: local });
  const charges = Array.from({ length: 40 }, (_, day) =>
    order({ reference: `order-${day}`, start: END + day, end: END + day + 1 }),
  );

  it('when there are many, then each takes an invoice and a difference, and a step ends in time', () => {
    const decision = after(before, atProvider(charges), END + DAY);
    expect(decision.complete).toBe(false);
    expect(decision.invoices).toHaveLength(13);
    expect(decision.differences).toHaveLength(13);
  });

  it('when it was paid for early and the cancellation is taken back, then it is a renewal after all', () => {
    const [early] = charges;
    const known = invoice({ order: 'order-0', status: 'PAID' });
    const of = (subscribed: Subscription) =>
      reconciled(subscribed, atProvider([early!]), () => known, START + DAY);
    expect(names(of(before))).toEqual([]);
    expect(names(of(subscription()))).toEqual(['DID_RENEW/BILLING_RECOVERY']);
    expect(of(subscription()).subscription.periodStart).toBe(END);
    expect(names(of(subscription({ periodStart: END, periodEnd: END + 1 })))).toEqual([]);
  });
});

describe('Given an early payment that a cancellation of our records alone disregards', () => {
  const paidEarly = order({ reference: 'early', start: END, end: END + 28 * DAY, paidAt: START + DAY });
  const known = { invoiceOf: () => invoice({ order: 'early' }), planOf: () => PLAN };
  const old = atProvider([paidEarly], { isReplaced: true });
  const current = atProvider([order({ reference: 'at once', start: START + 2 * DAY, end: END + 2 * DAY })], {
    ...{ reference: 'pay-2', createdAt: START + 2 * DAY, startAt: START + 2 * DAY },
  });
  const begun = subscription({
    ...{ payReference: 'pay-2', cancellation: local, periodStart: START + 2 * DAY, periodEnd: END + 2 * DAY },
    openReferences: ['pay-1', 'pay-2'].map((reference) => ({ reference, recordedBefore: 0 })),
  });
  const compare = (before: Subscription) =>
    reconcile(before, { earlier: [old], current }, known, START + 3 * DAY).subscription;

  it('when its reference is replaced, then it is kept as long as the cancellation may be taken back', () => {
    expect(compare(begun).openReferences).toEqual([
      { reference: 'pay-1', recordedBefore: END },
      { reference: 'pay-2', recordedBefore: START + 2 * DAY + 1 },
    ]);
  });

  it('when an order for time after its end has failed for good, then that is kept as long, too', () => {
    const failed = order({ start: END, status: 'FAILED', failures: [END - DAY], paidAt: null });
    const earlier = [atProvider([failed], { isReplaced: true })];
    const { subscription: kept } = reconcile(begun, { earlier, current }, known, START + 3 * DAY);
    expect(kept.openReferences).toContainEqual({ reference: 'pay-1', recordedBefore: END });
  });

  it('when it is taken back, then it opens its period, also where another begun since ends later than it begins', () => {
    const { periodStart, periodEnd, openReferences } = compare({ ...begun, cancellation: null });
    expect([periodStart, periodEnd]).toEqual([END, END + 28 * DAY]);
    expect(openReferences.map(({ reference }) => reference)).toEqual(['pay-2']);
  });
});

describe('Given a cancellation of our records alone', () => {
  it('when the provider charges on after its end, then that is an invoice and no renewal', () => {
    const decision = after(subscription({ cancellation: local }), atProvider([order()]));
    expect(names(decision)).toEqual(['EXPIRED']);
    expect(decision.invoices).toHaveLength(1);
    expect(decision.subscription).toMatchObject({ status: 'CANCELLED', periodEnd: END });
  });
});

describe('Given an end in our records alone while a payment was owed', () => {
  it('when that is paid all the same, then it stays ended, and what was paid for is told, to a person too', () => {
    const at = END + DAY;
    const cancellation = { ...local, at, accessUntil: at };
    const ended = subscription({ status: 'CANCELLED', endedAt: at, cancellation });
    const paid = order({ failures: [END], paidAt: at + DAY });
    const decision = after(ended, atProvider([paid]), at + DAY);
    expect(names(decision)).toEqual([]);
    expect(decision.differences).toMatchObject([{ kind: 'charged_after_cancellation' }]);
    const { status, endedAt, periodEnd, cancellation: told } = decision.subscription;
    expect([status, endedAt, periodEnd, told?.accessUntil]).toEqual(['CANCELLED', at, paid.end, paid.end]);
  });
});

describe('Given a plan change at the provider, found after an end in our records alone', () => {
  const ended = subscription({ status: 'CANCELLED', endedAt: END, cancellation: local });
  const next = atProvider([order()], {
    ...{ reference: 'pay-2', planReference: 'plus' },
    createdAt: END + 1,
  });
  const snapshot = { earlier: [atProvider([], { isReplaced: true })], current: next };

  it.each([
    ['to a plan of ours', PLAN],
    ['to a plan unknown here', undefined],
  ])(
    'when it is %s, then its charge is an invoice, it keeps its plan, and nothing is announced',
    (_, plan) => {
      const known = {
        invoiceOf: () => undefined,
        planOf: () => plan && { ...plan, id: 'plus', reference: 'plus' },
      };
      const decision = reconcile(ended, snapshot, known, END + DAY);
      expect(names(decision)).toEqual([]);
      expect(decision.invoices).toHaveLength(1);
      expect(decision.differences).toMatchObject([{ kind: 'charged_after_cancellation' }]);
      expect(decision.references).toEqual(['pay-2']);
      expect(decision.subscription).toMatchObject({ plan: PLAN, payReference: 'pay-2', status: 'CANCELLED' });
    },
  );
});
