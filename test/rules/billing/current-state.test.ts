import { describe, expect, it } from 'vitest';
import {
  endWithoutProvider,
  givesAccess,
  inGracePeriod,
  primarySubscription,
} from '../../../lib/billing/current-state.ts';
import { periodIsStale, type Subscription } from '../../../lib/billing/subscription.ts';
import { cancelled, DAY, END, NOW, PLAN, START, subscription } from './given.ts';

describe('Access', () => {
  it.each([
    ['an active one gives it', { status: 'ACTIVE', graceEndsAt: null }, END, true],
    ['one that has not begun gives none', { status: 'PENDING', graceEndsAt: END }, START, false],
    ['one in grace gives it', { status: 'PAYMENT_FAILED', graceEndsAt: END }, END - 1, true],
    ['it ends with the millisecond in which grace does', { status: 'PAYMENT_FAILED', graceEndsAt: END }, END, false],
    ['a plan without grace gives none', { status: 'PAYMENT_FAILED', graceEndsAt: null }, START, false],
  ] as const)('%s', (_, one, now, access) => {
    expect(givesAccess(one, now)).toBe(access);
    expect(inGracePeriod(one, now)).toBe(access && one.status === 'PAYMENT_FAILED');
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
    for (let left = OLDEST_FIRST.map((one, createdAt) => ({ ...one, createdAt })); left.length > 0;) {
      const best = primarySubscription(left)!;
      shown.push(best.name);
      left = left.filter((one) => one !== best);
    }
    const live = ['active', 'paid after its trial', 'younger', 'failed', 'trial', 'pending'];
    expect(shown).toEqual([...live, 'cancelled', 'expired']);
    expect(primarySubscription([])).toBeUndefined();
  });
});

describe('An end without an answer of the provider', () => {
  const open = (reference: string, recordedBefore: number) => ({
    openReferences: [{ reference, recordedBefore }],
  });
  const read = open('pay-1', START + 1);
  const at = { at: START + DAY };
  const confirmed = { ...read, cancellation: cancelled('pay', { ...at, progress: 'confirmed' }) };
  const sent = { ...read, cancellation: cancelled('pay', { ...at, progress: 'sent' }) };
  const here = { ...read, cancellation: cancelled('svc', at) };
  /** From its second day on; an import does not record when the next order begins. */
  const imported = { ...here, invoicedSince: START + DAY, ...open('pay-1', START + DAY) };
  const next = { plan: { ...PLAN, reference: 'next plan' }, from: START + 2 * DAY };

  it.each<[string, Partial<Subscription>, string]>([
    ['the provider charges nothing more', confirmed, PLAN.reference],
    ['nothing is charged before an end in our records alone', { ...here, nextOrderAt: END }, PLAN.reference],
    ['an imported one was read since', { ...imported, nextOrderAt: END }, PLAN.reference],
    ['another plan began before, of which it tells', { ...here, nextPlan: next }, 'next plan'],
  ])('is recorded where %s', (_, record, planReference) => {
    expect(endWithoutProvider(subscription(record), NOW)).toMatchObject({
      subscription: { status: 'CANCELLED', endedAt: END },
      events: [{ type: 'EXPIRED', at: END, snapshot: { planReference } }],
    });
  });

  it.each<[string, Partial<Subscription>, number?]>([
    ['access is not over', here, END - 1],
    ['it has ended before', { ...here, status: 'CANCELLED', endedAt: END }],
    ['there is no cancellation', {}],
    ['the provider may still charge it', { ...confirmed, nextOrderAt: END }],
    ['a charge before the end may not be recorded yet', { ...here, nextOrderAt: END - 1 }],
    ['the provider has not confirmed the cancellation', sent],
    ['its last payment has failed', { ...confirmed, status: 'PAYMENT_FAILED' }],
    ['its newest reference has not been read yet', { ...here, ...open('pay-2', 0) }],
    ['it was imported and has not been read since', imported],
  ])('waits for the provider if %s', (_, record, now = NOW) => {
    expect(endWithoutProvider(subscription(record), now)).toBeUndefined();
  });
});
