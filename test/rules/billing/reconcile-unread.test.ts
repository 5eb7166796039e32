import { describe, expect, it } from 'vitest';
import { reconcileUnread } from '../../../lib/billing/reconciliation.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { cancelled, DAY, END, NOW, PLAN, START, subscription } from './given.ts';

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
    expect(reconcileUnread(subscription(record), NOW)).toMatchObject({
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
    expect(reconcileUnread(subscription(record), now)).toBeUndefined();
  });
});
