import { describe, expect, it } from 'vitest';
import { givesAccess, inGracePeriod, primarySubscription } from '../../../lib/billing/current-state.ts';
import { periodIsStale } from '../../../lib/billing/subscription.ts';
import { END, NOW, START, subscription } from './given.ts';

describe('Access', () => {
  it.each([
    ['an active one gives it', { status: 'ACTIVE', graceEndsAt: null }, END, true],
    ['one that has not begun gives none', { status: 'PENDING', graceEndsAt: END }, START, false],
    ['one in grace gives it', { status: 'PAYMENT_FAILED', graceEndsAt: END }, END - 1, true],
    ['it ends with the millisecond in which grace does', { status: 'PAYMENT_FAILED', graceEndsAt: END }, END, false],
    ['a plan without grace gives none', { status: 'PAYMENT_FAILED', graceEndsAt: null }, START, false],
  ] as const)('%s', (_, one, now, access) => {
    const view = { ...one, at: now };
    expect(givesAccess(view)).toBe(access);
    expect(inGracePeriod(view)).toBe(access && one.status === 'PAYMENT_FAILED');
  }); // prettier-ignore
});

describe('A period', () => {
  it.each([
    ['is not stale before it ends', {}, END - 1, false],
    ['is stale once it has ended', {}, END, true],
    ['is stale where it is not known', { periodEnd: null }, START, true],
    ['is not stale where its payment failed', { status: 'PAYMENT_FAILED' }, END, false],
    ['is not stale where its payment failed and it is not known', { status: 'PAYMENT_FAILED', periodEnd: null }, START, false],
  ] as const)('%s', (_, one, now, isStale) => {
    expect(periodIsStale(subscription(one), now)).toBe(isStale);
  }); // prettier-ignore
});

describe('Of several subscriptions', () => {
  const TRIAL = { beganWithTrial: true, firstStart: START, periodStart: START };
  const PAID = { ...TRIAL, beganWithTrial: false };
  const OLDEST_FIRST = [
    { name: 'expired', status: 'EXPIRED', ...PAID },
    { name: 'pending', status: 'PENDING', ...PAID },
    { name: 'trial', status: 'ACTIVE', ...TRIAL },
    { name: 'failed', status: 'PAYMENT_FAILED', ...PAID },
    { name: 'active', status: 'ACTIVE', ...PAID },
    { name: 'paid after its trial', status: 'ACTIVE', ...TRIAL, periodStart: END },
    { name: 'younger', status: 'ACTIVE', ...PAID },
    { name: 'cancelled', status: 'CANCELLED', ...PAID },
  ] as const;

  it('an active one is shown, else one whose payment failed, an unpaid trial, one to begin, the newest that ended', () => {
    const shown: string[] = [];
    for (
      let left = OLDEST_FIRST.map((one, createdAt) => ({ ...one, createdAt, at: NOW }));
      left.length > 0;
    ) {
      const best = primarySubscription(left)!;
      shown.push(best.name);
      left = left.filter((one) => one !== best);
    }
    const live = ['active', 'paid after its trial', 'younger', 'failed', 'trial', 'pending'];
    expect(shown).toEqual([...live, 'cancelled', 'expired']);
    expect(primarySubscription([])).toBeUndefined();
  });
});
