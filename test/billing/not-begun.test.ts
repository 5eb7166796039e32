import { describe, expect, it } from 'vitest';
import type { ProviderSubscription } from '../../lib/billing/provider-snapshot.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { CLOCK_DIFFERENCE_MS } from '../../lib/limits.ts';
import { atProvider, DAY, START, subscription } from './given.ts';
import { after } from './reconciled.ts';

const activated = subscription({ periodStart: null, periodEnd: null, firstOrder: null });

function statusAfter(before: Subscription, now: number, more: Partial<ProviderSubscription> = {}): string {
  return after(before, atProvider([], { status: 'PENDING', ...more }), now).subscription.status;
}

describe('Given a subscription on record as active that waits at the provider', () => {
  it('when nothing of it was ever paid for, then it waits here too, and a person hears of it', () => {
    const now = START + CLOCK_DIFFERENCE_MS;
    const {
      subscription: waits,
      differences,
      events,
    } = after(activated, atProvider([], { status: 'PENDING' }), now);
    expect(waits.status).toBe('PENDING');
    expect(events).toEqual([]);
    expect(differences).toEqual([
      { kind: 'status_differs', about: 'activation', ours: 'ACTIVE', theirs: 'PENDING', since: now },
    ]);
  });

  it('when the provider’s answers may lag behind the activation, then it stays active', () => {
    expect(statusAfter(activated, START + CLOCK_DIFFERENCE_MS - 1)).toBe('ACTIVE');
  });

  it('when it was paid for, or is to begin later there, then it stays active', () => {
    expect(statusAfter(subscription(), START + DAY)).toBe('ACTIVE');
    expect(statusAfter(activated, START + DAY, { startAt: START + DAY + 1 })).toBe('ACTIVE');
  });
});
