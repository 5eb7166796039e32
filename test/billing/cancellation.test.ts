import { describe, expect, it } from 'vitest';
import {
  cancelAtPeriodEnd,
  cancelIsDue,
  cancelUnconfirmed,
  cancelConfirmed,
  cancelSent,
  endIfOver,
  isJustCancelled,
  undoClosesAt,
} from '../../lib/billing/cancellation.ts';
import { mayHaveMissedCharges } from '../../lib/billing/next-reconciliation.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { isRepeated } from '../../lib/billing/last-request.ts';
import { UNDO, undoCancel } from '../../lib/billing/undo-cancel.ts';
import { DAY, END, START, subscription } from './given.ts';

const NOW = START + DAY;

const cancelled = (by: 'pay' | 'svc' = 'pay') => cancelAtPeriodEnd(subscription(), by, NOW).subscription;
const names = (decided: { events: readonly { type: string; subtype: string | null }[] }) =>
  decided.events.map(({ type, subtype }) => `${type} ${String(subtype)}`);

describe('Given an active subscription', () => {
  it('when it is cancelled, then it keeps its status and its paid period', () => {
    const decided = cancelAtPeriodEnd(subscription(), 'pay', NOW);
    expect(decided.subscription).toMatchObject({
      status: 'ACTIVE',
      cancellation: { at: NOW, accessUntil: END, by: 'pay', progress: 'scheduled' },
    });
    expect(names(decided)).toEqual(['DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED']);
  });

  it('when nothing is cancelled, then nothing can be undone', () => {
    expect(() => undoCancel(subscription(), NOW)).toThrow(expect.objectContaining({ code: 'not_cancelled' }));
  });
});

describe('Given a scheduled cancellation', () => {
  it('when it is cancelled again, then nothing changes', () => {
    const before = cancelled();
    expect(cancelAtPeriodEnd(before, 'pay', NOW + 1)).toEqual({ subscription: before, events: [] });
  });

  it('when it is undone in time, then it continues', () => {
    const decided = undoCancel(cancelled(), END - DAY - 1);
    expect(decided.subscription.cancellation).toBeNull();
    expect(names(decided)).toEqual(['DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED']);
  });

  it.each([
    ['the window has closed', cancelled(), END - DAY],
    ['the provider has been told', cancelSent(cancelled()), NOW],
  ])('when %s, then it cannot be undone', (_, before, now) => {
    expect(() => undoCancel(before, now)).toThrow(expect.objectContaining({ code: 'undo_window_closed' }));
  });

  it('when the window closes, then the cancel is due at the provider, unless it was ours alone', () => {
    expect(cancelIsDue(cancelled(), END - DAY - 1)).toBe(false);
    expect(cancelIsDue(cancelled(), END - DAY)).toBe(true);
    expect(cancelIsDue(cancelled('svc'), END)).toBe(false);
    expect(cancelIsDue(cancelSent(cancelled()), END)).toBe(false);
  });

  it('when the provider would charge before the end, then the cancel is sent that much before, and nothing is undone after', () => {
    const early = subscription({ nextOrderAt: END - 5 * DAY });
    expect(undoClosesAt(early)).toBe(END - 6 * DAY);
    const paid = cancelAtPeriodEnd(early, 'pay', NOW).subscription;
    expect(paid.cancellation?.accessUntil).toBe(END);
    expect([END - 6 * DAY - 1, END - 6 * DAY].map((now) => cancelIsDue(paid, now))).toEqual([false, true]);
    expect(() => undoCancel(paid, END - 6 * DAY)).toThrow(
      expect.objectContaining({ code: 'undo_window_closed' }),
    );
  });

  it('when the provider is still to collect what a change of plan charges at once, then its own end counts', () => {
    const owing = subscription({ planChangedAt: NOW - 1000, nextOrderAt: NOW - 1000 });
    const { subscription: ending } = cancelAtPeriodEnd(owing, 'pay', NOW);
    expect(undoClosesAt(ending)).toBe(END - DAY);
    expect(cancelIsDue(ending, NOW)).toBe(false);
    expect(undoCancel(ending, NOW + 1).subscription.cancellation).toBeNull();
    expect(undoClosesAt({ ...ending, nextOrderAt: NOW + 10 * DAY })).toBe(NOW + 9 * DAY);
  });

  it('when it is ours alone, or the provider charges later, then its own end counts', () => {
    const early = subscription({ nextOrderAt: END - 5 * DAY });
    expect(undoClosesAt(cancelAtPeriodEnd(early, 'svc', NOW).subscription)).toBe(END - DAY);
    expect(undoClosesAt(subscription({ nextOrderAt: END + DAY }))).toBe(END - DAY);
  });

  it.each([
    ['undone', (before: Subscription) => undoCancel(before, NOW + 1).subscription],
    [
      'made the provider’s too',
      (before: Subscription) => cancelAtPeriodEnd(before, 'pay', NOW + 1).subscription,
    ],
  ])('when it was ours alone and is %s, then the provider is read for what it charged later', (_, change) => {
    const local = { at: NOW, accessUntil: END, by: 'svc', progress: 'scheduled' } as const;
    const before = subscription({ cancellation: local });
    expect(mayHaveMissedCharges(before, change(before))).toBe(true);
    const charged = { ...before, nextOrderAt: END + DAY };
    expect(mayHaveMissedCharges(charged, change(charged))).toBe(true);
    const waiting = { ...before, nextOrderAt: END };
    expect(mayHaveMissedCharges(waiting, change(waiting))).toBe(false);
  });

  it('when it was ours alone and more was paid for since, then made the provider’s too it ends when that does', () => {
    const local = { at: NOW, accessUntil: END, by: 'svc', progress: 'scheduled' } as const;
    const until = (more: Partial<Subscription>) =>
      cancelAtPeriodEnd(subscription({ cancellation: local, ...more }), 'pay', NOW + 1).subscription
        .cancellation?.accessUntil;
    expect(until({ periodEnd: END + 9 * DAY })).toBe(END + 9 * DAY);
    expect(until({ periodEnd: END - DAY })).toBe(END);
    expect(until({ periodEnd: null })).toBe(END);
    expect(until({ periodEnd: END + 9 * DAY, status: 'PAYMENT_FAILED' })).toBe(END);
    expect(until({ cancellation: { ...local, accessUntil: null } })).toBeNull();
  });

  it('when the provider was once read as cancelled, then made the provider’s too it is sent there all the same', () => {
    const local = { at: NOW, accessUntil: END, by: 'svc', progress: 'confirmed' } as const;
    const after = cancelAtPeriodEnd(subscription({ cancellation: local }), 'pay', NOW + 1).subscription;
    expect(after.cancellation).toMatchObject({ by: 'pay', progress: 'scheduled' });
  });

  it('when the provider has forgotten it, then it is due again', () => {
    expect(cancelIsDue(cancelUnconfirmed(cancelSent(cancelled())), END)).toBe(true);
    const local = cancelled('svc');
    expect(cancelUnconfirmed(local)).toBe(local);
  });

  it('when its access ends, then it ends once the provider has confirmed it', () => {
    expect(endIfOver(cancelled(), END).events).toEqual([]);
    expect(endIfOver(cancelSent(cancelled()), END).events).toEqual([]);
    expect(endIfOver(cancelConfirmed(cancelled()), END - 1).events).toEqual([]);
    const ended = endIfOver(cancelConfirmed(cancelled()), END);
    expect(ended.subscription).toMatchObject({ status: 'CANCELLED', endedAt: END });
    expect(names(ended)).toEqual(['EXPIRED null']);
    expect(endIfOver(ended.subscription, END + 1).events).toEqual([]);
    expect(endIfOver(cancelled('svc'), END).subscription.status).toBe('CANCELLED');
  });
});

describe('Given a subscription that has ended', () => {
  it.each(['CANCELLED', 'EXPIRED'] as const)(
    'when a %s one is cancelled or undone, then it is refused',
    (status) => {
      const ended = expect.objectContaining({ code: 'already_ended' }) as Error;
      expect(() => cancelAtPeriodEnd(subscription({ status }), 'pay', NOW)).toThrow(ended);
      expect(() => undoCancel(subscription({ status }), NOW)).toThrow(ended);
    },
  );
});

describe('Given identical requests', () => {
  const MOMENT = 5_000;
  const over = (by: 'pay' | 'svc') =>
    subscription({
      status: 'CANCELLED',
      cancellation: { at: NOW, accessUntil: NOW, by, progress: 'scheduled' },
    });

  it('when the second cancellation began within the moment, then both found it done', () => {
    expect(isJustCancelled(over('pay'), 'pay', NOW + MOMENT)).toBe(true);
    expect(isJustCancelled(over('pay'), 'pay', NOW + MOMENT + 1)).toBe(false);
  });

  it('when it names the subscription in the other way, or it has not ended, then it is another request', () => {
    expect(isJustCancelled(over('svc'), 'pay', NOW)).toBe(false);
    expect(isJustCancelled(cancelled(), 'pay', NOW)).toBe(false);
    expect(isJustCancelled(subscription({ status: 'EXPIRED' }), 'pay', NOW)).toBe(false);
  });

  it('when the second undo began within the moment, then both found it done', () => {
    const undone = undoCancel(cancelled(), NOW).subscription;
    const repeated = [NOW, NOW + MOMENT, NOW + MOMENT + 1].map((since) => isRepeated(undone, UNDO, since));
    expect(repeated).toEqual([true, true, false]);
    expect(isRepeated(undone, 'another request', NOW)).toBe(false);
    expect(isRepeated(cancelled(), UNDO, NOW)).toBe(false);
  });
});
