import { describe, expect, it } from 'vitest';
import type { Invoice } from '../../lib/billing/invoice.ts';
import type { ProviderSubscription } from '../../lib/billing/provider-snapshot.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import {
  reconciled,
  DAY,
  decided,
  END,
  ID,
  invoice,
  nothingBut,
  NOW,
  order,
  atProvider,
  START,
  subscription,
} from './given.ts';

const after = (before: Subscription, what: ProviderSubscription, now = START + DAY, known?: Invoice) =>
  reconciled(before, what, () => known, now);
const scheduled = { at: START, accessUntil: END, by: 'pay', progress: 'scheduled' } as const;
const waiting = subscription({ status: 'PENDING', periodStart: null, periodEnd: null, firstOrder: null });

describe('Given what the provider calls a subscription', () => {
  it('when it waits there, then it stays as it is', () => {
    expect(decided(after(waiting, atProvider([], { status: 'PENDING' })))).toEqual(nothingBut(waiting));
  });

  it('when it is unpaid there, then payment has failed, and no event says of which order', () => {
    const decision = after(subscription(), atProvider([], { status: 'UNPAID' }));
    expect(decision.subscription.status).toBe('PAYMENT_FAILED');
    expect(decision.events).toEqual([]);
  });

  it('when it has begun there, then it is active', () => {
    expect(decided(after(waiting, atProvider([])))).toEqual(nothingBut({ ...waiting, status: 'ACTIVE' }));
  });

  it.each([
    ['UNPAID', 'CANCELLED'],
    ['EXPIRED', 'CANCELLED'],
    ['ACTIVE', 'EXPIRED'],
    ['CANCELLED', 'EXPIRED'],
  ] as const)('when it is %s there and ended as %s here, then it stays over', (there, status) => {
    const over = subscription({ status, endedAt: START, unannouncedSubtype: 'INITIAL_BUY' });
    expect(decided(after(over, atProvider([], { status: there })))).toEqual(nothingBut(over));
  });

  it('when it expired there, then that is announced once, with its status', () => {
    const decision = after(subscription(), atProvider([], { status: 'EXPIRED' }));
    expect(decision.events).toMatchObject([
      { cause: `ended:${ID}`, type: 'EXPIRED', subtype: null, snapshot: { status: 'EXPIRED' } },
    ]);
  });
});

describe('Given a subscription that was cancelled at the provider', () => {
  const there = atProvider([], { status: 'CANCELLED' });

  it('when it was made at the provider, then it is announced, once for each reference', () => {
    const decision = after(subscription(), there);
    expect(decision.subscription.cancellation).toEqual({
      at: START + DAY,
      accessUntil: END,
      by: 'pay',
      progress: 'confirmed',
    });
    expect(decision.events).toMatchObject([{ cause: 'cancelled:pay-1', at: START + DAY }]);
  });

  it('when a payment had failed, then there is no paid period to protect and it ends', () => {
    const failed = subscription({ status: 'PAYMENT_FAILED', failedOrder: 'order-2' });
    const decision = after(failed, there);
    expect(decision.subscription).toMatchObject({
      status: 'CANCELLED',
      endedAt: START + DAY,
      cancellation: { accessUntil: START + DAY },
    });
    expect(decision.events.map(({ type }) => type)).toEqual(['DID_CHANGE_RENEWAL_STATUS', 'EXPIRED']);
  });

  it('when an early charge had failed after that was asked for here, then what was paid for is used up', () => {
    const failed = subscription({
      status: 'PAYMENT_FAILED',
      failedOrder: 'order-2',
      failedAt: START,
      graceEndsAt: START + 7 * DAY,
      cancellation: scheduled,
    });
    expect(after(failed, there, END - 1).subscription).toMatchObject({
      status: 'ACTIVE',
      failedOrder: null,
      failedAt: null,
      graceEndsAt: null,
      cancellation: { accessUntil: END, progress: 'confirmed' },
    });
    expect(after(failed, there, END).subscription.status).toBe('CANCELLED');
  });

  it('when it had been asked for here, then it is known to be carried out and nothing is announced', () => {
    expect(decided(after(subscription({ cancellation: scheduled }), there))).toEqual(
      nothingBut(subscription({ cancellation: { ...scheduled, progress: 'confirmed' } })),
    );
  });
});

describe('Given a cancellation of our records alone, and a charge that failed at the provider', () => {
  const local = subscription({ cancellation: { ...scheduled, by: 'svc' } });
  const failing = (start: number) => order({ start, status: 'FAILED', failures: [START + 1], paidAt: null });

  it('when it was for time after the end, then it is no failure, and its invoice keeps that it was not announced', () => {
    const decision = after(local, atProvider([failing(END)], { status: 'UNPAID' }));
    expect(decision.subscription.status).toBe('ACTIVE');
    expect(decision.events).toEqual([]);
    expect(decision.invoices).toMatchObject([{ status: 'FAILED', failures: 0 }]);
  });

  it('when the cancellation is taken back, then it is announced', () => {
    const back = { ...local, cancellation: null };
    const known = invoice({ status: 'FAILED', failures: 0 });
    const decision = after(back, atProvider([failing(END)], { status: 'UNPAID' }), START + DAY, known);
    expect(decision.subscription.status).toBe('PAYMENT_FAILED');
    expect(decision.events.map(({ type }) => type)).toEqual(['DID_FAIL_TO_RENEW']);
  });

  it('when it was for time before the end, or for no order, then the payment has failed', () => {
    expect(after(local, atProvider([failing(END - 1)], { status: 'UNPAID' })).subscription.status).toBe(
      'PAYMENT_FAILED',
    );
    expect(after(local, atProvider([], { status: 'UNPAID' })).subscription.status).toBe('PAYMENT_FAILED');
  });
});

describe('Given a subscription whose beginning is unannounced', () => {
  const unannounced: Subscription = { ...waiting, unannouncedSubtype: 'INITIAL_BUY' };
  const first = order({ start: START, end: END });

  it('when the provider calls it active without any order, then it is announced as active', () => {
    const decision = after(unannounced, atProvider([]));
    expect(decision.events).toMatchObject([
      {
        cause: `begun:${ID}`,
        type: 'SUBSCRIBED',
        subtype: 'INITIAL_BUY',
        at: START,
        snapshot: { status: 'ACTIVE', periodStart: null, periodEnd: null },
      },
    ]);
    expect(decision.subscription.unannouncedSubtype).toBeNull();
  });

  it('when only its orders show that it has begun, then it is announced', () => {
    expect(after(unannounced, atProvider([first], { status: 'PENDING' })).events).toMatchObject([
      { type: 'SUBSCRIBED' },
    ]);
    const unpaid = order({ ...first, status: 'WAITING', paidAt: null });
    expect(after(unannounced, atProvider([unpaid], { status: 'PENDING' })).events).toEqual([]);
  });

  it('when a later payment has failed by then, then its beginning is announced first, and as it stands', () => {
    const failed = order({ status: 'FAILED', failures: [END], paidAt: null });
    const decision = after(unannounced, atProvider([first, failed], { status: 'UNPAID' }), NOW);
    expect(decision.events).toMatchObject([
      { type: 'SUBSCRIBED', snapshot: { status: 'PAYMENT_FAILED' } },
      { type: 'DID_FAIL_TO_RENEW' },
    ]);
  });

  it('when its first payment is on record already, then it is announced as active', () => {
    const decision = after(unannounced, atProvider([first], { status: 'PENDING' }), NOW, invoice());
    expect(decision.events).toMatchObject([{ type: 'SUBSCRIBED', snapshot: { status: 'ACTIVE' } }]);
  });
});

describe('Given a trial', () => {
  const trial = { trialEnd: START + 14 * DAY };

  it('when no period is known, then the trial is the period', () => {
    expect(decided(after(waiting, atProvider([], { status: 'PENDING', ...trial })))).toEqual(
      nothingBut({
        ...waiting,
        beganWithTrial: true,
        periodStart: START,
        periodEnd: START + 14 * DAY,
      }),
    );
  });

  it('when a later period was paid for, then that stays', () => {
    const paid = subscription({ periodStart: START + 14 * DAY, periodEnd: START + 45 * DAY });
    expect(after(paid, atProvider([], trial)).subscription).toEqual(paid);
  });

  it('when it begins with the period on record, as after a change of plan in the instant of the purchase, then it is the period', () => {
    expect(after(subscription(), atProvider([], trial)).subscription).toEqual(
      subscription({ periodEnd: START + 14 * DAY }),
    );
  });
});
