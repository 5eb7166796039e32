import { describe, expect, it } from 'vitest';
import type { DeclineClass, ProviderOrder } from '../../lib/billing/provider-snapshot.ts';
import {
  applyRecovery,
  checkRetry,
  intendRetry,
  isBeingTried,
  isRetryDue,
  mayRetry,
  recoveryState,
  withoutRetry,
  type RecoverySettings,
} from '../../lib/billing/recovery.ts';
import { allowedBeside } from '../../lib/billing/retry-limits.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { atProvider, DAY, END, order, subscription } from './given.ts';

const USUAL: RecoverySettings = { retryDays: [1, 3, 6, 10, 16, 24], then: 'keep' };
const owing = subscription({ status: 'PAYMENT_FAILED', failedOrder: 'order-2', failedAt: END });

const failedOrder = (means: DeclineClass, failures: readonly number[] = [END]): ProviderOrder =>
  order({ status: 'FAILED', failures, paidAt: null, decline: { code: '10051', means } });

/** The recovery after these attempts, as read at `now`. */
function told(
  means: DeclineClass,
  failures: readonly number[],
  { before = owing, settings = USUAL, now = failures.at(-1) ?? END } = {},
): Subscription {
  const { subscription: after } = applyRecovery(
    before,
    [atProvider([failedOrder(means, failures)])],
    settings,
    now,
  );
  return after;
}

const days = (at: number | null | undefined) => (at === null || at === undefined ? at : (at - END) / DAY);

describe('Given a renewal that was not paid', () => {
  it('when the bank says that another day may do, then it is tried on each day of the schedule', () => {
    const tries: number[] = [];
    for (let failures = [END]; ;) {
      const next = told('soft', failures).recovery?.nextAttemptAt ?? null;
      if (next === null) break;
      tries.push((next - END) / DAY);
      failures = [...failures, next];
    }
    expect(tries).toEqual([1, 3, 6, 10, 16, 24]);
  });

  it('when the last try is more than 30 days ago, then the schedule does not begin again', () => {
    const failures = [END, END + DAY, END + 3 * DAY];
    const settings = { ...USUAL, retryDays: [1, 3] };
    expect(told('soft', failures, { settings, now: END + 50 * DAY }).recovery).toMatchObject({
      ...{ attempts: [], nextAttemptAt: null },
    });
  });

  it.each<[DeclineClass, number | null, string]>([
    ['soft', 1, 'retrying'],
    ['unknown', 1, 'retrying'],
    ['customer', null, 'waiting'],
    ['ours', null, 'waiting'],
    ['never', null, 'needs_card'],
  ])('when the code means "%s", then it is tried after %s days: %s', (means, after, state) => {
    const { recovery } = told(means, [END]);
    expect(days(recovery?.nextAttemptAt)).toBe(after);
    expect(recovery && recoveryState(recovery, null)).toBe(state);
  });

  it('when nobody knows the code, then it is retried twice at most', () => {
    expect(days(told('unknown', [END, END + DAY]).recovery?.nextAttemptAt)).toBe(3);
    const twice = [END, END + DAY, END + 3 * DAY];
    expect(told('unknown', twice).recovery?.nextAttemptAt).toBeNull();
    expect(told('unknown', twice, { now: END + 33 * DAY }).recovery?.nextAttemptAt).toBeNull();
  });

  it('when somebody else has tried it, then a day passes before the next try', () => {
    const between = END + 2.5 * DAY;
    expect(days(told('soft', [END, END + DAY, between]).recovery?.nextAttemptAt)).toBe(3.5);
  });

  it('when it was tried seven times in 30 days, then it is tried once the first of them is 30 days old', () => {
    const settings = { retryDays: [60], then: 'keep' } as const;
    const often = Array.from({ length: 7 }, (_, nth) => END + (40 + nth * 2) * DAY);
    const before = { ...owing, cardReturnedAt: END + 39 * DAY };
    const again = told('soft', [END, ...often], { before, settings });
    expect(again.recovery?.attempts).toHaveLength(7);
    expect(days(again.recovery?.nextAttemptAt)).toBe(39 + 60);
    expect(mayRetry(again, END + 69 * DAY)).toBe(false);
    expect(mayRetry(again, END + 70 * DAY)).toBe(true);
  });

  it('when another card was entered since, then days and attempts count from there', () => {
    const before = { ...owing, cardReturnedAt: END + 5 * DAY };
    const { recovery } = told('soft', [END, END + DAY, END + 5 * DAY + 1], { before });
    expect(recovery?.attempts).toEqual([END + 5 * DAY + 1]);
    expect(days(recovery?.nextAttemptAt)).toBeCloseTo(6, 5);
  });

  it.each<[string, RecoverySettings, number | null, number]>([
    ['is kept', USUAL, null, 160],
    ['is to be cancelled after the last try', { ...USUAL, then: 'cancel' }, null, 25],
    ['is to be cancelled, and has grace left', { ...USUAL, then: 'cancel' }, 40, 40],
    ['is to be cancelled without any try', { retryDays: [], then: 'cancel' }, 7, 7],
  ])('when it %s, then it is cancelled when that is over, and not before', (_, settings, grace, after) => {
    const before = { ...owing, graceEndsAt: grace === null ? null : END + grace * DAY };
    const references = [atProvider([failedOrder('soft')])];
    const at = END + after * DAY;
    expect(applyRecovery(before, references, settings, at - 1)).toMatchObject({ events: [] });
    const end = applyRecovery(before, references, settings, at);
    expect(end.subscription.cancellation).toEqual({
      ...{ at, accessUntil: at, by: 'pay', progress: 'scheduled' },
    });
    expect(end.events).toMatchObject([{ cause: 'recovery:order-2', subtype: 'AUTO_RENEW_DISABLED' }]);
  });

  it('when it is paid, cancelled or over, then nothing is recovered', () => {
    const paid = applyRecovery(subscription(), [atProvider([order()])], USUAL, END + DAY);
    expect(paid.subscription.recovery).toBeNull();
    const cancellation = { at: END, accessUntil: END, by: 'pay', progress: 'sent' } as const;
    const cancelled = told('soft', [END], { before: { ...owing, cancellation } });
    expect(cancelled.recovery?.nextAttemptAt).toBeNull();
    expect(() => checkRetry(cancelled, END + 9 * DAY)).toThrow();
  });
});

describe('Given a retry that the provider was asked for', () => {
  const due = told('soft', [END], { now: END + DAY });
  const asked = intendRetry(due, END + DAY);

  it('when its day has come, then it is due once', () => {
    expect(isRetryDue(due, END + DAY - 1)).toBe(false);
    expect(isRetryDue(due, END + DAY)).toBe(true);
    expect(isRetryDue(asked, END + DAY)).toBe(false);
    expect(mayRetry(asked, END + DAY + 1)).toBe(false);
  });

  it('when no attempt is seen, then none other is made, and after a day only somebody may ask for one', () => {
    expect(told('soft', [END], { before: asked, now: END + 2 * DAY - 1 }).retry).toEqual(asked.retry);
    const after = told('soft', [END], { before: asked, now: END + 2 * DAY });
    expect(after.retry).toMatchObject({ isLost: true });
    expect(after.recovery).toMatchObject({ nextAttemptAt: null });
    expect(after.recovery && recoveryState(after.recovery, after.retry)).toBe('waiting');
    expect(mayRetry(after, END + 2 * DAY)).toBe(true);
    const late = told('soft', [END, END + 2 * DAY + 1], { before: after });
    expect(late.retry).toBeNull();
    expect(days(late.recovery?.nextAttemptAt)).toBeCloseTo(3, 5);
  });

  it('when the order is being charged, then nobody tries it beside, whoever had it charged', () => {
    const running = { ...failedOrder('soft'), isRunning: true };
    const { subscription: one } = applyRecovery(owing, [atProvider([running])], USUAL, END + 9 * DAY);
    expect(one.recovery).toMatchObject({ nextAttemptAt: null, isRunning: true });
    expect(one.recovery && recoveryState(one.recovery, null)).toBe('retrying');
    expect(mayRetry(one, END + 9 * DAY)).toBe(false);
    const waiting = { ...failedOrder('soft', []), status: 'WAITING' } as const;
    const { subscription: other } = applyRecovery(due, [atProvider([waiting])], USUAL, END + 9 * DAY);
    expect(other.recovery).toMatchObject({ nextAttemptAt: null, isRunning: true });
  });

  it('when attempts are not shown, then what was asked for counts among the seven in 30 days', () => {
    let one = told('soft', [END], { now: END + DAY });
    for (let day = 1; day <= 6; day++) one = intendRetry(one, END + day * DAY);
    const after = told('soft', [END], { before: { ...one, retry: null }, now: END + 8 * DAY });
    expect(mayRetry(after, END + 29 * DAY)).toBe(false);
    expect(mayRetry(after, END + 30 * DAY)).toBe(true);
  });

  it('when another subscription of the customer was tried, then a day passes, unless this one has a newer card', () => {
    const other = told('soft', [END + 5 * DAY]);
    expect(days(allowedBeside(due, [other]))).toBe(6);
    expect(days(allowedBeside({ ...due, cardReturnedAt: END + 5.5 * DAY }, [other]))).toBe(1);
  });

  it('when its attempt is seen, then the recovery goes on', () => {
    const after = told('soft', [END, END + DAY + 2], { before: asked, now: END + DAY + 5 });
    expect(after.retry).toBeNull();
    expect(days(after.recovery?.nextAttemptAt)).toBe(3);
  });

  it('when the provider was never reached, then it is due again; when it refuses, then on the next day of the schedule', () => {
    const again = told('soft', [END], { before: withoutRetry(asked, true), now: END + DAY + 1 });
    expect(isRetryDue(again, END + DAY + 1)).toBe(true);
    const refused = told('soft', [END], { before: withoutRetry(asked, false), now: END + DAY + 1 });
    expect(days(refused.recovery?.nextAttemptAt)).toBe(3);
  });
});

describe('Given a failed payment whose customer looks', () => {
  const MINUTE = DAY / 1440;

  it('when another try was asked for, then they wait for its result, a quarter of an hour at most', () => {
    const asked = intendRetry(told('soft', [END]), END + DAY);
    expect(isBeingTried(asked, END + DAY)).toBe(true);
    expect(isBeingTried(asked, END + DAY + 14 * MINUTE)).toBe(true);
    expect(isBeingTried(asked, END + DAY + 15 * MINUTE)).toBe(false);
  });

  it('when another card was entered, then they wait until the bank has answered to it', () => {
    const entered = { ...told('never', [END]), cardReturnedAt: END + DAY };
    expect(isBeingTried(entered, END + DAY)).toBe(true);
    const refused = told('never', [END, END + DAY + MINUTE], { before: entered });
    expect(isBeingTried(refused, END + DAY + 2 * MINUTE)).toBe(false);
  });

  it('when nothing is under way, then they wait for nothing', () => {
    expect(isBeingTried(told('soft', [END]), END + MINUTE)).toBe(false);
    expect(isBeingTried(owing, END)).toBe(false);
  });
});
