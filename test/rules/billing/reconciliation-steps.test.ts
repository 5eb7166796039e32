import { expect, it } from 'vitest';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import type { ProviderSubscription } from '../../../lib/billing/provider-snapshot.ts';
import type { Reconciliation } from '../../../lib/billing/reconciliation.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { inShort, reconciled } from './decided.ts';
import {
  atProvider,
  cancelled,
  DAY,
  END,
  FEBRUARY,
  invoice,
  order,
  PLAN,
  START,
  subscription,
} from './given.ts';

/** All steps of a reconciliation, until one is complete. */
function steps(before: Subscription, take: (one: Subscription, last?: Reconciliation) => Reconciliation) {
  const made = [take(before)];
  for (let last = made[0]; last && !last.complete; last = made.at(-1))
    made.push(take(last.subscription, last));
  return made.map(inShort);
}

const failures = Array.from({ length: 60 }, (_, minute) => END + minute);
/** The steps of one order with many failures, each of which knows the invoice that the one before it has written. */
const ofFailures = (before: Subscription, onRecord?: Invoice) =>
  steps(before, (one, last) => {
    const known =
      last?.invoices?.map(({ status, failures: known }) => invoice({ status, failures: known }))[0] ??
      onRecord;
    return reconciled(one, atProvider([order({ failures })]), { now: END + DAY, ...(known && { known }) });
  });

it('announces more failures than one transaction records in several steps, the order paid with the last', () => {
  const made = ofFailures(subscription());
  expect(made.map(({ events }) => events.length)).toEqual([25, 25, 11]);
  expect(made.map(({ invoices }) => invoices)).toEqual([['FAILED 25'], ['FAILED 50'], ['PAID 60']]);
  expect(new Set(made.flatMap(({ causes }) => causes)).size).toBe(61);
  expect(made.at(-1)).toMatchObject({ status: 'ACTIVE', failedOrder: null });
});

it('takes one step for failures of what is paid on record, or beyond a cancellation in our records alone', () => {
  expect(ofFailures(subscription(FEBRUARY), invoice())).toMatchObject([{ events: [] }]);
  const beyond = ofFailures(subscription({ cancellation: cancelled('svc') }));
  expect(beyond).toMatchObject([{ events: ['EXPIRED'], invoices: ['PAID 0'] }]);
});

it('takes charges after a cancellation in several steps, as each has an invoice and a difference', () => {
  const charges = Array.from({ length: 40 }, (_, day) =>
    order({ reference: `order-${day}`, start: END + day, end: END + day + 1 }),
  );
  const before = subscription({ cancellation: cancelled('svc') });
  const { complete, invoices, differences } = inShort(
    reconciled(before, atProvider(charges), { now: END + DAY }),
  );
  expect([complete, invoices.length, differences.length]).toEqual([false, 13, 13]);
});

it('takes a long chain of plan changes without charges in several steps', () => {
  const made = (nth: number): ProviderSubscription =>
    atProvider([], {
      ...{ reference: nth === 0 ? 'pay-1' : `made-${nth}`, isReplaced: nth !== 40 },
      ...{ createdAt: START + nth, startAt: START + nth },
      planReference: nth % 2 === 0 ? PLAN.reference : 'plan-other',
    });
  const earlier = Array.from({ length: 40 }, (_, nth) => made(nth));
  const besides = { earlier, planOf: (reference: string) => ({ ...PLAN, reference }), now: START + DAY };
  const taken = steps(subscription(), (one) => reconciled(one, made(40), besides));
  for (const { events, references = [] } of taken)
    expect(events.length + references.length).toBeLessThanOrEqual(26);
  const all = Array.from({ length: 40 }, (_, nth) => `made-${nth + 1}`);
  expect(taken.flatMap(({ references = [] }) => references)).toEqual(all);
  expect(taken.at(-1)?.payReference).toBe('made-40');
});
