import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { reconciled, DAY, END, ID, order, atProvider, START, subscription } from './given.ts';

const AUTO_RENEW_DISABLED = { type: 'DID_CHANGE_RENEWAL_STATUS', subtype: 'AUTO_RENEW_DISABLED' };

/** It was cancelled while it waited, so nobody was told, and the provider began it in the same moment. */
const cancelled: Subscription = subscription({
  status: 'PENDING',
  periodStart: null,
  periodEnd: null,
  firstOrder: null,
  unannouncedSubtype: 'INITIAL_BUY',
  cancellation: { at: START + 1, accessUntil: START + 1, by: 'pay', progress: 'sent' },
});
const cancelledOrder = order({ status: 'WAITING', start: START + 3 * DAY, paidAt: null });
const trial = { status: 'CANCELLED', trialEnd: START + 3 * DAY } as const;

const laterAtProvider = (...of: Parameters<typeof atProvider>) =>
  reconciled(cancelled, atProvider(...of), () => undefined, START + DAY);

describe('Given a subscription that was cancelled before its beginning was known', () => {
  it('when its first charge is seen, then its beginning and the cancellation are announced', () => {
    const { subscription: after, events } = laterAtProvider([order({ start: START, end: END })], {
      status: 'CANCELLED',
    });
    expect(events).toMatchObject([
      { type: 'SUBSCRIBED', subtype: 'INITIAL_BUY', at: START },
      { ...AUTO_RENEW_DISABLED, cause: `cancel:${ID}:begun`, at: START + 1 },
    ]);
    expect(after).toMatchObject({ status: 'ACTIVE', cancellation: { accessUntil: END } });
  });

  it('when a trial is seen to have begun, then both are announced and the trial may be used up', () => {
    const { subscription: after, events } = laterAtProvider([cancelledOrder], trial);
    expect(events).toMatchObject([{ type: 'SUBSCRIBED' }, AUTO_RENEW_DISABLED]);
    expect(after).toMatchObject({ status: 'ACTIVE', cancellation: { accessUntil: START + 3 * DAY } });
  });

  it('when the provider made no order of it, then it never began', () => {
    for (const { subscription: after } of [
      laterAtProvider([], trial),
      laterAtProvider([cancelledOrder], { status: 'PENDING' }),
    ])
      expect(after.unannouncedSubtype).toBe('INITIAL_BUY');
  });

  it('when the cancellation was taken back before, then only its beginning is announced', () => {
    const resumed = { ...cancelled, cancellation: null };
    const { events } = reconciled(
      resumed,
      atProvider([order({ start: START, end: END })]),
      () => undefined,
      START + DAY,
    );
    expect(events).toMatchObject([{ type: 'SUBSCRIBED' }]);
    expect(events).toHaveLength(1);
  });
});
