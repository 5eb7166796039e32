import { describe, expect, it } from 'vitest';
import type { PlanTerms } from '../../lib/billing/plan.ts';
import { reconcile } from '../../lib/billing/reconciliation.ts';
import { atProvider, DAY, END, NOW, order, PLAN, START, subscription } from './given.ts';

const OLD: PlanTerms = { ...PLAN, reference: 'old plan', name: 'Old', graceDays: 2 };

/** What is decided of a failed order of a reference that a plan change on record has replaced. */
function decide(planReference: string, planOf: (reference: string) => PlanTerms | undefined) {
  const openReferences = ['old', 'pay-1'].map((reference) => ({ reference, recordedBefore: 0 }));
  const failed = order({ status: 'FAILED', failures: [END], paidAt: null, planReference });
  const old = atProvider([failed], { reference: 'old', planReference, isReplaced: true });
  const known = { invoiceOf: () => undefined, planOf };
  const { events, subscription: after } = reconcile(
    subscription({ openReferences }),
    { earlier: [old], current: atProvider([]) },
    known,
    NOW,
  );
  const [named] = events.map(({ snapshot }) => [
    snapshot.planReference,
    snapshot.planName,
    snapshot.graceDays,
  ]);
  return { named, graceEndsAt: after.graceEndsAt };
}

describe('Given a failed order of a reference that a plan change has replaced', () => {
  it('when its plan is known, then its grace period is granted and announced', () => {
    expect(decide('old plan', () => OLD)).toEqual({
      named: ['old plan', 'Old', 2],
      graceEndsAt: END + 2 * DAY,
    });
  });

  it('when its plan is still in force, then that counts as it was subscribed to', () => {
    const changedSince = { ...PLAN, graceDays: 30 };
    expect(decide(PLAN.reference, () => changedSince)).toEqual({
      named: [PLAN.reference, PLAN.name, 7],
      graceEndsAt: END + 7 * DAY,
    });
  });

  it('when its plan is unknown here, then the terms in force stand for it', () => {
    expect(decide('unknown', () => undefined)).toEqual({
      named: ['unknown', PLAN.name, 7],
      graceEndsAt: END + 7 * DAY,
    });
  });

  it('when an earlier payment lasts and the provider has it active, then it is active here too', () => {
    const failed = order({ status: 'FAILED', failures: [START + DAY], paidAt: null });
    const unpaid = subscription({ status: 'PAYMENT_FAILED', failedOrder: failed.reference });
    const snapshot = {
      earlier: [atProvider([failed], { reference: 'old', isReplaced: true })],
      current: atProvider([]),
    };
    const known = { invoiceOf: () => undefined, planOf: () => undefined };
    const at = (now: number) => reconcile(unpaid, snapshot, known, now).subscription.status;
    expect([at(START + 2 * DAY), at(NOW)]).toEqual(['ACTIVE', 'PAYMENT_FAILED']);
  });
});
