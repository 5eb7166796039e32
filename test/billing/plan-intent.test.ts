import { describe, expect, it } from 'vitest';
import { isRepeated } from '../../lib/billing/last-request.ts';
import { nextReconciliationAt } from '../../lib/billing/next-reconciliation.ts';
import {
  changePlanAtProvider,
  refuseIntent,
  intendPlan,
  withoutLostIntent,
} from '../../lib/billing/plan-change.ts';
import { Refusal } from '../../lib/refusal.ts';
import { atProvider, NOW, PLAN, subscription } from './given.ts';

const MINUTE = 60_000;

const PLUS = { ...PLAN, id: 'plus', reference: 'plus' };
const AS = 'a change to plus';
const intending = intendPlan(subscription(), { by: 'pay', to: PLUS, as: AS }, NOW);
const made = atProvider([], { reference: 'pay-2', planReference: 'plus', createdAt: NOW, startAt: NOW });

describe('Given a plan change that the provider was asked for', () => {
  it('when its answer is recorded, or found by a look, then it is carried out, for all who ask for the same at the moment', () => {
    const { subscription: after } = changePlanAtProvider(intending, PLUS, made, NOW + 1);
    expect(after).toMatchObject({ plan: PLUS, planIntent: null });
    expect(isRepeated(after, AS, NOW)).toBe(true);
    expect(isRepeated(after, 'a change to basic', NOW)).toBe(false);
  });

  it('when a look finds another change, then it stands, and nothing before that change is repeated', () => {
    const other = { ...made, planReference: 'gold' };
    const gold = { ...PLAN, id: 'gold', reference: 'gold' };
    const { subscription: after } = changePlanAtProvider(intending, gold, other, NOW + 1);
    expect(after).toMatchObject({ planIntent: intending.planIntent, lastRequest: null });
  });

  it('when the provider refuses it, then who waits for it is refused alike, and who asks later is not', () => {
    const after = refuseIntent(intending, new Refusal('plan_change_refused'), NOW + 1);
    expect(after).toMatchObject({ plan: PLAN, planIntent: null });
    expect(() => isRepeated(after, AS, NOW)).toThrow(
      expect.objectContaining({ code: 'plan_change_refused' }),
    );
    expect(isRepeated(after, AS, NOW + 1)).toBe(false);
  });

  it('when nothing is known of it, then it is looked up a minute later, and is lost if it was not made', () => {
    expect(nextReconciliationAt(intending, undefined, NOW)).toBe(NOW + MINUTE);
    expect(withoutLostIntent(intending, NOW + MINUTE - 1)).toBe(intending);
    expect(withoutLostIntent(intending, NOW + MINUTE)).toEqual(subscription());
  });
});
