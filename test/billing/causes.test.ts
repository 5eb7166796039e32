import { describe, expect, it } from 'vitest';
import {
  cancelAtPeriodEnd,
  cancelIsDue,
  cancelUnconfirmed,
  cancelConfirmed,
  cancelSent,
  end,
  endIfOver,
  undoClosesAt,
} from '../../lib/billing/cancellation.ts';
import { eventOf } from '../../lib/billing/decision.ts';
import { CHAT_EVENTS } from '../../lib/billing/events.ts';
import { DAY, END, ID, PLAN, START, subscription } from './given.ts';
import { undoCancel } from '../../lib/billing/undo-cancel.ts';

const NOW = START + DAY;
const scheduled = { at: START, accessUntil: END, by: 'pay', progress: 'scheduled' } as const;

describe('Given what tenants receive', () => {
  it('when it is announced, then with the subscription as it stood, and of the customer nothing but name and address', () => {
    const event = eventOf(subscription(), { cause: 'cause', type: 'DID_RENEW', at: NOW }, undefined);
    expect(event).toEqual({
      cause: 'cause',
      type: 'DID_RENEW',
      subtype: null,
      at: NOW,
      from: null,
      to: 'ACTIVE',
      snapshot: {
        subscriptionId: ID,
        payReference: 'pay-1',
        customerReference: 'pay-customer',
        planReference: 'plan reference',
        planName: 'Basic',
        status: 'ACTIVE',
        graceDays: 7,
        firstStart: START,
        periodStart: START,
        periodEnd: END,
        customer: { id: 'cus-1', email: 'a@example.com', name: 'A', surname: 'B' },
      },
    });
  });

  it('when there is a team chat, then it gets new and renewed subscriptions only', () => {
    expect(CHAT_EVENTS).toEqual(['SUBSCRIBED', 'DID_RENEW']);
  });

  it('when a customer cancels, undoes and cancels again, then each change is announced', () => {
    const first = cancelAtPeriodEnd(subscription(), 'pay', NOW);
    const undone = undoCancel(first.subscription, NOW + 1);
    const second = cancelAtPeriodEnd(undone.subscription, 'pay', NOW + 2);
    const events = [first, undone, second].flatMap((decided) => decided.events);
    expect(events.map(({ cause, at }) => [cause, at])).toEqual([
      [`cancel:${ID}:1`, NOW],
      [`undo:${ID}:1`, NOW + 1],
      [`cancel:${ID}:1`, NOW + 2],
    ]);
  });

  it('when a subscription ends, then that is announced once, whatever ends it', () => {
    const ended = (['CANCELLED', 'EXPIRED'] as const).flatMap(
      (status) => end(subscription(), status, NOW).events,
    );
    expect(ended.map(({ cause }) => cause)).toEqual([`ended:${ID}`, `ended:${ID}`]);
    expect(ended).toMatchObject([{ snapshot: { status: 'CANCELLED' } }, { snapshot: { status: 'EXPIRED' } }]);
  });
});

describe('Given a subscription that is not cancelled', () => {
  it('when the provider is asked about, then there is nothing to send, to lose or to end', () => {
    const active = subscription();
    expect(cancelIsDue(active, END)).toBe(false);
    expect(cancelSent(active)).toBe(active);
    expect(cancelUnconfirmed(active)).toBe(active);
    expect(endIfOver(active, END)).toEqual({ subscription: active, events: [] });
  });
});

describe('Given a cancellation that the provider carried out', () => {
  it('when it was ours alone, then it is not sent there', () => {
    const before = subscription({ cancellation: { ...scheduled, by: 'svc', progress: 'sent' } });
    expect(cancelUnconfirmed(before)).toBe(before);
  });

  it('when the subscription has ended, then it is not sent again', () => {
    const before = subscription({
      status: 'CANCELLED',
      cancellation: { ...scheduled, progress: 'sent' },
    });
    expect(cancelUnconfirmed(before)).toBe(before);
  });

  it('when it has not been carried out, then nothing is lost', () => {
    const before = subscription({ cancellation: scheduled });
    expect(cancelUnconfirmed(before)).toBe(before);
  });
});

describe('Given a subscription whose period is not known', () => {
  const unknown = subscription({ periodStart: null, periodEnd: null });

  it('when it is cancelled, then it is due at once, and can be undone until it is sent', () => {
    const { subscription: cancelled } = cancelAtPeriodEnd(unknown, 'pay', NOW);
    expect(cancelled.cancellation?.accessUntil).toBeNull();
    expect(cancelIsDue(cancelled, NOW)).toBe(true);
    expect(undoCancel(cancelled, NOW).subscription.cancellation).toBeNull();
    expect(() => undoCancel(cancelSent(cancelled), NOW)).toThrow(
      expect.objectContaining({ code: 'undo_window_closed' }),
    );
  });

  it('when its cancellation is confirmed, then nothing holds back its end', () => {
    const { subscription: cancelled } = cancelAtPeriodEnd(unknown, 'pay', NOW);
    expect(endIfOver(cancelConfirmed(cancelled), NOW).subscription).toMatchObject({
      status: 'CANCELLED',
      endedAt: NOW,
    });
  });

  it('when only its end is known, then undoing closes by the usual length of its period', () => {
    const daily = { ...PLAN, interval: 'DAILY' } as const;
    expect(undoClosesAt(subscription({ plan: daily, periodStart: null }))).toBe(END - 0.1 * DAY);
  });
});
