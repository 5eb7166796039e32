import { describe, expect, it } from 'vitest';
import { cancelAtPeriodEnd } from '../../lib/billing/cancellation.ts';
import { changePlanAtProvider } from '../../lib/billing/plan-change.ts';
import { reconcile } from '../../lib/billing/reconciliation.ts';
import { reconciled, DAY, END, NOW, order, PLAN, atProvider, START, subscription } from './given.ts';

const none = () => undefined;

describe('Given a trial and a change of plan', () => {
  const trialEnd = START + 3 * DAY;
  const trial = atProvider([], { isReplaced: true, trialEnd });
  const began = subscription({ periodStart: null, periodEnd: null, firstOrder: null });
  const periodWith = (startAt: number, createdAt = START) => {
    const waits = order({ status: 'WAITING', start: startAt, paidAt: null });
    const next = atProvider([waits], { reference: 'pay-2', createdAt, startAt });
    const { subscription: after } = reconcile(
      began,
      { earlier: [trial], current: next },
      { invoiceOf: none, planOf: () => PLAN },
      trialEnd,
    );
    return [after.periodStart, after.periodEnd];
  };

  it('when the next plan begins in the millisecond in which the trial is over, then all of the trial was given', () => {
    expect(periodWith(trialEnd)).toEqual([START, trialEnd]);
  });

  it('when the next plan begins a millisecond before, then the trial was given if it had begun when that was chosen', () => {
    expect(periodWith(trialEnd - 1, START - 1)).toEqual([null, null]);
    expect(periodWith(trialEnd - 1, START)).toEqual([START, trialEnd]);
  });
});

describe('Given a trial reported by the provider', () => {
  it('when it is over as it begins, then there is none, and the first order belongs to the purchase', () => {
    const began = subscription({ firstOrder: null, periodStart: null, periodEnd: null });
    const first = order({ reference: 'first', start: START });
    const { subscription: after, events } = reconciled(
      began,
      atProvider([first], { trialEnd: START }),
      none,
      NOW,
    );
    expect(after).toMatchObject({ beganWithTrial: false, firstOrder: 'first' });
    expect(events).toEqual([]);
  });

  it('when the subscription has ended, then its periods stay as they are', () => {
    const ended = subscription({ status: 'CANCELLED', endedAt: START + DAY });
    const trial = atProvider([], { status: 'CANCELLED', trialEnd: START + 60 * DAY });
    expect(reconciled(ended, trial, none, NOW).subscription.periodEnd).toBe(ended.periodEnd);
  });
});

describe('Given a charge that failed during a trial', () => {
  it('when it is cancelled in our records, then it ends at once, although the trial would go on', () => {
    const trialEnd = START + 14 * DAY;
    const failed = subscription({ status: 'PAYMENT_FAILED', periodStart: START, periodEnd: trialEnd });
    const at = START + DAY;
    const { subscription: cancelled } = cancelAtPeriodEnd(failed, 'svc', at);
    const { subscription: after } = reconciled(
      cancelled,
      atProvider([], { status: 'UNPAID', trialEnd }),
      none,
      at,
    );
    expect(after).toMatchObject({ status: 'CANCELLED', endedAt: at });
  });
});

describe('Given a plan change and a cancellation in our records alone', () => {
  it('when the plan is changed again right afterwards, with a trial, then access ends when it was to end', () => {
    const at = START + DAY;
    const changedBefore = subscription({ planChangedAt: at - 1 });
    const { subscription: cancelled } = cancelAtPeriodEnd(changedBefore, 'svc', at);
    const made = {
      reference: 'pay-2',
      planReference: PLAN.reference,
      createdAt: at + 1,
      startAt: at + 1,
      trialEnd: at + 60 * DAY,
    };
    const { subscription: after } = changePlanAtProvider(cancelled, PLAN, made, at + 1);
    expect(after.periodEnd).toBe(made.trialEnd);
    expect(after.cancellation?.accessUntil).toBe(changedBefore.periodEnd);
  });
});

describe('Given a plan with a trial, scheduled for the next period', () => {
  it('when it is cancelled before, then access ends with the current period, and no trial begins', () => {
    const at = START + DAY;
    const { subscription: cancelled } = cancelAtPeriodEnd(subscription(), 'pay', at);
    const next = atProvider([], { status: 'CANCELLED', startAt: END, trialEnd: END + 7 * DAY });
    const { subscription: after } = reconciled(cancelled, next, none, END);
    expect(after).toMatchObject({ status: 'CANCELLED', periodEnd: END, endedAt: END });
  });
});
