import { describe, expect, it } from 'vitest';
import { changePlanAtProvider, changePlanInRecords, intendPlan } from '../../lib/billing/plan-change.ts';
import { reconcile } from '../../lib/billing/reconciliation.ts';
import { atProvider, DAY, END, NOW, order, PLAN, START, subscription } from './given.ts';

const OURS = { ...PLAN, id: 'ours', reference: 'ours', graceDays: null };
const THEIRS = { ...PLAN, id: 'theirs', reference: 'theirs' };
const planOf = (reference: string) => [PLAN, OURS, THEIRS].find((one) => one.reference === reference);
const known = { invoiceOf: () => undefined, planOf };
const chosenAt = (at: number) =>
  changePlanInRecords(subscription(), { by: 'svc', to: OURS, as: 'plan' }, at).subscription;

describe('Given a plan that was chosen in our records alone', () => {
  const replaced = atProvider([], { isReplaced: true });
  const changed = (createdAt: number) => {
    const current = atProvider([], {
      ...{ reference: 'pay-2', planReference: 'theirs' },
      ...{ createdAt, startAt: createdAt },
    });
    const read = reconcile(chosenAt(START + DAY), { earlier: [replaced], current }, known, START + 2 * DAY);
    const { plan, payPlanReference } = read.subscription;
    return [plan.id, payPlanReference, read.events.map(({ snapshot }) => snapshot.planReference)];
  };

  it('when a change that the provider had made before is found, then it stays in force', () => {
    expect(changed(START + DAY - 1)).toEqual(['ours', 'theirs', []]);
  });

  it('when the provider has made another change since, then that is in force', () => {
    expect(changed(START + DAY + 1)).toEqual(['theirs', 'theirs', ['theirs']]);
  });

  it('when another one was then asked for at the provider, whose clock is behind ours, then that is in force', () => {
    const asked = intendPlan(chosenAt(START + DAY), { by: 'pay', to: THEIRS, as: 'theirs' }, START + DAY + 1);
    const made = atProvider([], { reference: 'pay-2', planReference: 'theirs', createdAt: START + DAY - 1 });
    expect(changePlanAtProvider(asked, THEIRS, made, START + DAY + 2).subscription.plan.id).toBe('theirs');
  });

  it.each([
    ['before', END + 6, END + 5 + 7 * DAY],
    ['after', END + 4, null],
  ])(
    'when a payment failed %s it was chosen, then its grace days are those of the plan of then',
    (_, at, end) => {
      const failed = order({
        status: 'FAILED',
        failures: [END + 5],
        paidAt: null,
        planReference: PLAN.reference,
      });
      const current = atProvider([failed], { status: 'UNPAID' });
      const { subscription: after } = reconcile(chosenAt(at), { earlier: [], current }, known, NOW);
      expect(after).toMatchObject({ status: 'PAYMENT_FAILED', graceEndsAt: end });
    },
  );
});
