import { describe, expect, it } from 'vitest';
import type { Invoice } from '../../lib/billing/invoice.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { reconciled, DAY, END, invoice, order, atProvider, subscription } from './given.ts';
import { local, names } from './reconciled.ts';

describe('Given an order with more new failures than one transaction records', () => {
  const failures = Array.from({ length: 60 }, (_, minute) => END + minute);
  const steps = (before: Subscription, known: Invoice | undefined) => {
    const made = [reconciled(before, atProvider([order({ failures })]), () => known, END + DAY)];
    for (let last = made[0]; last && !last.complete; last = made.at(-1)) {
      const recorded = last.invoices?.at(-1);
      const onRecord = recorded && invoice({ status: recorded.status, failures: recorded.failures });
      made.push(reconciled(last.subscription, atProvider([order({ failures })]), () => onRecord, END + DAY));
    }
    return made;
  };

  it('then each step announces some, the invoice stays failed until the last, and then it is paid', () => {
    const made = steps(subscription(), undefined);
    expect(made.map(({ events }) => events.length)).toEqual([25, 25, 11]);
    expect(made.map(({ invoices }) => invoices)).toMatchObject([
      [{ status: 'FAILED', failures: 25 }],
      [{ status: 'FAILED', failures: 50 }],
      [{ status: 'PAID', failures: 60 }],
    ]);
    expect(new Set(made.flatMap(({ events }) => events.map(({ cause }) => cause))).size).toBe(61);
    expect(made.at(-1)?.subscription).toMatchObject({ status: 'ACTIVE', failedOrder: null });
  });

  it('when it is paid on record, or beyond a cancellation of our records alone, then one step does', () => {
    const onPeriod = subscription({ periodStart: END, periodEnd: END + 28 * DAY });
    expect(steps(onPeriod, invoice()).map(({ events }) => events.length)).toEqual([0]);
    const beyond = steps(subscription({ cancellation: local }), undefined);
    expect(beyond.map((step) => [names(step), step.invoices])).toMatchObject([
      [['EXPIRED'], [{ status: 'PAID', failures: 0 }]],
    ]);
  });
});
