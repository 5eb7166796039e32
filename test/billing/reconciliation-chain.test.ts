import { expect, it } from 'vitest';
import type { ProviderSubscription } from '../../lib/billing/provider-snapshot.ts';
import { reconcile } from '../../lib/billing/reconciliation.ts';
import { atProvider, DAY, PLAN, START, subscription } from './given.ts';

it('takes a long chain of plan changes without charges in several steps, each within a transaction', () => {
  const made = (nth: number): ProviderSubscription =>
    atProvider([], {
      reference: `made-${nth}`,
      planReference: nth % 2 === 0 ? PLAN.reference : 'plan-other',
      isReplaced: nth !== 40,
      createdAt: START + nth,
      startAt: START + nth,
    });
  const before = subscription();
  const chain = Array.from({ length: 40 }, (_, nth) => made(nth + 1));
  const earlier = [{ ...made(0), reference: before.payReference }, ...chain.slice(0, -1)];
  const snapshot = { earlier, current: made(40) };
  const known = {
    invoiceOf: () => undefined,
    planOf: (reference: string) => ({ ...PLAN, reference }),
  };
  const steps = [reconcile(before, snapshot, known, START + DAY)];
  for (let last = steps[0]; last && !last.complete; last = steps.at(-1))
    steps.push(reconcile(last.subscription, snapshot, known, START + DAY));
  for (const { events, references = [] } of steps)
    expect(events.length + references.length).toBeLessThanOrEqual(26);
  expect(steps.flatMap(({ references = [] }) => references)).toEqual(chain.map(({ reference }) => reference));
  expect(steps.at(-1)?.subscription.payReference).toBe('made-40');
});
