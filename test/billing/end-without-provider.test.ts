import { describe, expect, it } from 'vitest';
import { endWithoutProvider } from '../../lib/billing/current-state.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { DAY, END, NOW, PLAN, START, subscription } from './given.ts';

const cancelled = (by: 'pay' | 'svc', more: Partial<Subscription> = {}) =>
  subscription({
    cancellation: {
      at: START + DAY,
      accessUntil: END,
      by,
      progress: by === 'pay' ? 'confirmed' : 'scheduled',
    },
    openReferences: [{ reference: 'pay-1', recordedBefore: START + 1 }],
    ...more,
  });
const unconfirmed = cancelled('pay', {
  cancellation: { at: START + DAY, accessUntil: END, by: 'pay', progress: 'sent' },
});
/** Imported from its second day on; an import does not record when the next order begins. */
const imported = {
  invoicedSince: START + DAY,
  openReferences: [{ reference: 'pay-1', recordedBefore: START + DAY }],
};
const endOf = (one: Subscription, now = NOW) => endWithoutProvider(one, now)?.subscription.status;

describe('an end without an answer of the provider', () => {
  it('is recorded where the provider charges nothing more, or nothing before an end in our records alone', () => {
    expect(endWithoutProvider(cancelled('pay'), NOW)).toMatchObject({
      subscription: { status: 'CANCELLED', endedAt: END },
      events: [{ type: 'EXPIRED', at: END }],
    });
    expect(endOf(cancelled('svc', { nextOrderAt: END }))).toBe('CANCELLED');
    expect(endOf(cancelled('svc', { ...imported, nextOrderAt: END }))).toBe('CANCELLED');
  });

  it.each([
    ['access is not over', cancelled('svc'), END - 1],
    ['it has ended before', cancelled('svc', { status: 'CANCELLED', endedAt: END }), NOW],
    ['there is no cancellation', subscription(), NOW],
    ['the provider may still charge it', cancelled('pay', { nextOrderAt: END }), NOW],
    ['a charge before the end may not be recorded yet', cancelled('svc', { nextOrderAt: END - 1 }), NOW],
    ['the provider has not confirmed the cancellation', unconfirmed, NOW],
    ['its last payment has failed', cancelled('pay', { status: 'PAYMENT_FAILED' }), NOW],
    [
      'its newest reference has not been read yet',
      cancelled('svc', { openReferences: [{ reference: 'pay-2', recordedBefore: 0 }] }),
      NOW,
    ],
    ['it was imported and has not been read since', cancelled('svc', imported), NOW],
  ])('waits for the provider if %s', (_, one, now) => {
    expect(endOf(one, now)).toBeUndefined();
  });

  it('names the plan that was in use at the end', () => {
    const next = { plan: { ...PLAN, reference: 'next plan' }, from: START + 2 * DAY };
    const decision = endWithoutProvider(cancelled('svc', { nextPlan: next }), NOW);
    expect(decision?.events[0]?.snapshot.planReference).toBe('next plan');
  });
});
