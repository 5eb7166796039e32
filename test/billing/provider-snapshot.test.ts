import { describe, expect, it } from 'vitest';
import { isFinal } from '../../lib/billing/provider-snapshot.ts';
import { DAY, order, START } from './given.ts';

const waiting = order({ status: 'WAITING', start: START, paidAt: null });

describe('An order that still waits', () => {
  it('is final two days after its time under a reference that is over, to the millisecond', () => {
    expect(isFinal(waiting, { status: 'CANCELLED', isReplaced: false }, START + 2 * DAY - 1)).toBe(false);
    expect(isFinal(waiting, { status: 'CANCELLED', isReplaced: false }, START + 2 * DAY)).toBe(true);
  });

  it('is never final under a live reference', () => {
    const live = { status: 'ACTIVE', isReplaced: false } as const;
    expect(isFinal(waiting, live, START + 300 * DAY)).toBe(false);
    expect(isFinal(waiting, { ...live, isReplaced: true }, START + 300 * DAY)).toBe(true);
  });
});
