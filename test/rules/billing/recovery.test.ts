import { describe, expect, it } from 'vitest';
import type { DeclineClass, ProviderOrder } from '../../../lib/billing/provider-snapshot.ts';
import {
  applyRecovery,
  checkRetry,
  intendRetry,
  isBeingTried,
  isRetryDue,
  mayRetry,
  recoveryState,
  withoutRetry,
} from '../../../lib/billing/recovery.ts';
import type { RecoverySettings } from '../../../lib/billing/recovery-settings.ts';
import { recoveryTimes } from '../../../lib/billing/recovery-times.ts';
import { allowedBeside } from '../../../lib/billing/retry-limits.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { refused } from './decided.ts';
import { atProvider, cancelled, DAY, END, failing, order, subscription } from './given.ts';

const USUAL: RecoverySettings = { retryDays: [1, 3, 6, 10, 16, 24], then: 'keep' };
const SHORT: RecoverySettings = { retryDays: [1, 3], then: 'keep' };
const CANCEL: RecoverySettings = { ...USUAL, then: 'cancel' };
const owing = subscription({ status: 'PAYMENT_FAILED', failedOrder: 'order-2', failedAt: END });
const on = (day: number) => END + day * DAY;

/** Tried on these days after the period. */
const triedOn = (means: DeclineClass, days: readonly number[] = [0]): ProviderOrder =>
  failing(days.map(on), { decline: { code: '10051', means } });

interface Besides {
  readonly before?: Subscription;
  readonly settings?: RecoverySettings;
  /** The day of the reading, if not that of the last try. */
  readonly day?: number;
}

/** The record after an order was read. */
function read(failed: ProviderOrder, { before = owing, settings = USUAL, day }: Besides = {}): Subscription {
  const now = day === undefined ? (failed.failures.at(-1) ?? END) : on(day);
  return applyRecovery(before, [atProvider([failed])], settings, now).subscription;
}

const tried = (means: DeclineClass, days?: readonly number[], besides?: Besides) =>
  read(triedOn(means, days), besides);

/** On which day after the period the schedule tries next. */
const nextDay = (one: Subscription) => {
  const at = recoveryTimes(one)?.nextAttemptAt ?? null;
  return at === null ? null : Number(((at - END) / DAY).toFixed(5));
};
const withCard = (day: number) => ({ ...owing, cardReturnedAt: on(day) });

describe('The next try of a renewal that was not paid', () => {
  it.each<[string, DeclineClass, readonly number[], number | null, Besides?]>([
    ['is on the first day of the schedule', 'soft', [0], 1],
    ['is on the next day of the schedule', 'soft', [0, 1], 3],
    ['is on its last day', 'soft', [0, 1, 3, 6, 10, 16], 24],
    ['is never after that', 'soft', [0, 1, 3, 6, 10, 16, 24], null],
    ['is never after that, though all are more than 30 days ago', 'soft', [0, 1, 3], null, { settings: SHORT, day: 50 }],
    ['is on the first day for a code that nobody knows', 'unknown', [0], 1],
    ['is on the second day for it', 'unknown', [0, 1], 3],
    ['is none after two for it', 'unknown', [0, 1, 3], null],
    ['is none after two for it, more than 30 days later', 'unknown', [0, 1, 3], null, { day: 33 }],
    ['is none where the customer has to act', 'customer', [0], null],
    ['is none where it is trouble of ours', 'ours', [0], null],
    ['is none for a card that will never work', 'never', [0], null],
    ['is a day after somebody else’s', 'soft', [0, 1, 2.5], 3.5],
    ['counts from another card', 'soft', [0, 1, 5.00001], 6.00001, { before: withCard(5) }],
    ['counts two for such a code with another card alone', 'unknown', [0, 1, 3, 5.00001], 6.00001, { before: withCard(5) }],
    ['is none of what was cancelled', 'soft', [0], null, { before: { ...owing, cancellation: cancelled('pay') } }],
  ])('%s', (_, means, days, next, besides) => {
    expect(nextDay(tried(means, days, besides))).toBe(next);
  }); // prettier-ignore

  it('is once the first of seven in 30 days is 30 days old, if somebody asks', () => {
    const often = Array.from({ length: 7 }, (_, nth) => 40 + nth * 2);
    const settings = { retryDays: [60], then: 'keep' } as const;
    const again = tried('soft', [0, ...often], { before: withCard(39), settings });
    expect(again.recovery?.attempts).toEqual(often.map(on));
    expect(nextDay(again)).toBe(39 + 60);
    expect([69, 70].map((day) => mayRetry(again, on(day)))).toEqual([false, true]);
  });

  it('is there again at once when a cancellation is undone', () => {
    const held = tried('soft', [0], { before: { ...owing, cancellation: cancelled('pay') } });
    expect([nextDay(held), nextDay({ ...held, cancellation: null })]).toEqual([null, 1]);
  });

  it('is a day after one was first seen that tells no time, which a payment leaves behind', () => {
    const undated = (count: number) => ({ ...triedOn('soft'), undated: count });
    const seen = read(undated(1), { day: 0.9 });
    expect(seen.recovery).toMatchObject({
      attempts: [on(0), on(0.9)],
      undated: [{ order: 'order-2', at: on(0.9) }],
    });
    const again = read(undated(2), { before: seen, day: 2.5 });
    expect([again.recovery?.undated.map(({ at }) => at), nextDay(again)]).toEqual([[on(0.9), on(2.5)], 3.5]);
    expect([mayRetry(again, on(3.4)), mayRetry(again, on(3.5))]).toEqual([false, true]);
    const paid = { ...undated(2), reference: 'order-1', status: 'PAID' as const };
    const later = applyRecovery(owing, [atProvider([paid, triedOn('soft')])], USUAL, on(0.9)).subscription;
    expect([later.recovery?.undated, nextDay(later)]).toEqual([[], 1]);
  });

  it('is never after the last day where what tells no time was first seen then, though more than 30 days ago', () => {
    const undated = { ...triedOn('soft'), undated: 1 };
    const seen = read(undated, { day: 24.5 });
    const later = read(undated, { before: seen, day: 60 });
    expect([later.recovery?.attempts, nextDay(later)]).toEqual([[], null]);
  });

  it('is a day after one of its own order was first seen, though another order is paid then', () => {
    const [older, own] = ['order-1', 'order-2'].map((reference) => ({ ...triedOn('soft'), reference }));
    const tell = (before: Subscription, first: object, count: number, day: number) => {
      const orders = [
        { ...older!, ...first },
        { ...own!, undated: count },
      ];
      return applyRecovery(before, [atProvider(orders)], USUAL, on(day)).subscription;
    };
    const seen = [1.5, 4].reduce((one, day, nth) => tell(one, { undated: 1 }, nth, day), owing);
    const paid = { undated: 1, status: 'PAID' };
    expect(nextDay(tell(seen, paid, 1, 4.1))).toBe(6);
    expect([4.9, 5].map((day) => mayRetry(tell(seen, paid, 1, 4.1), on(day)))).toEqual([false, true]);
    expect(mayRetry(tell(seen, paid, 2, 4.1), on(5))).toBe(false);
  });

  it('is a day after that of another subscription of the customer, unless this one has a newer card', () => {
    const other = tried('soft', [5]);
    const due = tried('soft');
    expect(allowedBeside(due, [other])).toBe(on(6));
    expect(allowedBeside({ ...due, cardReturnedAt: on(5.5) }, [other])).toBe(on(1));
  });
});

describe('A recovery', () => {
  it.each<[DeclineClass, string]>([
    ['soft', 'retrying'],
    ['unknown', 'retrying'],
    ['customer', 'waiting'],
    ['ours', 'waiting'],
    ['never', 'needs_card'],
  ])('after a code that means "%s" is %s', (means, state) => {
    expect(recoveryState(tried(means))).toBe(state);
  });

  it.each<[string, RecoverySettings, number | null, number]>([
    ['after 160 days', USUAL, null, 160],
    ['a day after the last try, if it is to be', CANCEL, null, 25],
    ['when grace is over, if that is later', CANCEL, 40, 40],
    ['when grace is over without any try', { retryDays: [], then: 'cancel' }, 7, 7],
  ])('ends with a cancellation %s, and not before', (_, settings, grace, day) => {
    const before = { ...owing, graceEndsAt: grace === null ? null : on(grace) };
    const [last, end] = [on(day) - 1, on(day)].map((now) =>
      applyRecovery(before, [atProvider([triedOn('soft')])], settings, now),
    );
    expect(last?.events).toEqual([]);
    expect(end).toMatchObject({
      subscription: { cancellation: cancelled('pay', { at: on(day), accessUntil: on(day) }) },
      events: [{ cause: 'recovery:order-2', subtype: 'AUTO_RENEW_DISABLED' }],
    });
  });

  it('counts the tries of 30 days', () => {
    const days = [19, 20, 49].map((day) => tried('soft', [0, 1, 3, 20], { day }).recovery?.attempts.length);
    expect(days).toEqual([4, 4, 1]);
  });

  it('is over with the payment', () => {
    const { subscription: paid } = applyRecovery(subscription(), [atProvider([order()])], USUAL, on(1));
    expect(paid.recovery).toBeNull();
  });

  it('has nothing to be tried after a cancellation', () => {
    const before = { ...owing, cancellation: cancelled('pay', { progress: 'sent' }) };
    expect(() => checkRetry(tried('soft', [0], { before }), on(9))).toThrow(refused('nothing_to_retry'));
  });
});

describe('A retry that the provider was asked for', () => {
  const due = tried('soft', [0], { day: 1 });
  const asked = intendRetry(due, on(1));

  it('is due once, when its day has come', () => {
    expect([isRetryDue(due, on(1) - 1), isRetryDue(due, on(1)), isRetryDue(asked, on(1))]).toEqual([false, true, false]);
    expect(mayRetry(asked, on(1) + 1)).toBe(false);
  }); // prettier-ignore

  it('of which no attempt is seen keeps others back, and after a day only somebody may ask for one', () => {
    expect(tried('soft', [0], { before: asked, day: 1.9999 }).retry).toEqual(asked.retry);
    const lost = tried('soft', [0], { before: asked, day: 2 });
    expect([lost.retry?.isLost, nextDay(lost), recoveryState(lost)]).toEqual([true, null, 'waiting']);
    expect(mayRetry(lost, on(2))).toBe(true);
    const late = tried('soft', [0, 2.00001], { before: lost });
    expect([late.retry, nextDay(late)]).toEqual([null, 3.00001]);
  });

  it.each<[string, ProviderOrder, Subscription]>([
    ['charged again', { ...triedOn('soft'), isRunning: true }, owing],
    ['charged at last', { ...triedOn('soft', []), status: 'WAITING' }, due],
  ])('is made by nobody while the order is %s', (_, running, before) => {
    const one = read(running, { before, day: 9 });
    expect([nextDay(one), one.recovery?.isRunning]).toEqual([null, true]);
    expect([recoveryState(one), mayRetry(one, on(9))]).toEqual(['retrying', false]);
  });

  it('counts among the seven in 30 days, also where attempts are not shown', () => {
    let one = due;
    for (let day = 1; day <= 6; day++) one = intendRetry(one, on(day));
    const after = tried('soft', [0], { before: { ...one, retry: null }, day: 8 });
    expect([29, 30].map((day) => mayRetry(after, on(day)))).toEqual([false, true]);
    const seen = tried('soft', [0, 8], { before: { ...one, retry: null } });
    expect([30, 31].map((day) => mayRetry(seen, on(day)))).toEqual([false, true]);
  });

  it('does not count, nor does an attempt, once another card was entered, also before the order is read again', () => {
    const days = [1, 2, 3, 4, 5, 6, 7];
    const seen = tried('soft', [0, ...days]);
    const unseen = days.reduce((one, day) => intendRetry(one, on(day)), due);
    const withOther = [seen, unseen].map((one) => ({ ...one, retry: null, cardReturnedAt: on(7.5) }));
    expect(withOther.map(nextDay)).toEqual([8.5, 8.5]);
  });

  it('is over when its attempt is seen', () => {
    const after = tried('soft', [0, 1.00001], { before: asked });
    expect([after.retry, nextDay(after)]).toEqual([null, 3]);
  });

  it('that never arrived is due again; one that was refused, on the next day of the schedule', () => {
    const again = tried('soft', [0], { before: withoutRetry(asked, true), day: 1 });
    expect(isRetryDue(again, on(1))).toBe(true);
    expect(nextDay(tried('soft', [0], { before: withoutRetry(asked, false), day: 1 }))).toBe(3);
  });
});

describe('A customer whose payment failed waits', () => {
  const MINUTE = 1 / 1440;
  const asked = intendRetry(tried('soft'), on(1));
  const entered = { ...tried('never'), cardReturnedAt: on(1) };
  const answered = tried('never', [0, 1 + MINUTE], { before: entered });

  it.each<[string, Subscription, number, boolean]>([
    ['while another try was just asked for', asked, 1, true],
    ['a quarter of an hour for its result', asked, 1 + 14 * MINUTE, true],
    ['no longer than that', asked, 1 + 15 * MINUTE, false],
    ['while another card was just entered', entered, 1, true],
    ['not once the bank has answered to that', answered, 1 + 2 * MINUTE, false],
    ['not while nothing is under way', tried('soft'), MINUTE, false],
    ['not before anything was read', owing, 0, false],
  ])('%s', (_, one, day, waiting) => {
    expect(isBeingTried(one, on(day))).toBe(waiting);
  });
});
