import { describe, expect, it } from 'vitest';
import { cancelAtPeriodEnd } from '../../../lib/billing/cancellation.ts';
import { isRepeated } from '../../../lib/billing/last-request.ts';
import { nextReconciliationAt } from '../../../lib/billing/schedule.ts';
import {
  changePlanAtProvider,
  changePlanInRecords,
  checkPlanChange,
  intendPlan,
  refuseIntent,
  withoutLostIntent,
} from '../../../lib/billing/plan-change.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { decide, refused } from './decided.ts';
import { atProvider, DAY, END, failing, ID, NOW, PLAN, START, subscription } from './given.ts';

const MINUTE = 60_000;
const planNamed = (name: string, more = {}) => ({ ...PLAN, id: name, reference: name, ...more });
const PLUS = planNamed('plus');
const made = atProvider([], { reference: 'pay-2', planReference: 'plus', createdAt: NOW, startAt: NOW });

describe('A plan change is refused', () => {
  it.each([
    ['to the same plan', {}, PLAN, 'same_plan'],
    ['to another currency', {}, planNamed('abroad', { currency: 'USD' }), 'currency_mismatch'],
    ['after the end', { status: 'EXPIRED' }, PLUS, 'already_ended'],
  ] as const)('%s', (_, record, to, code) => {
    const check = (by: 'pay' | 'svc') => () =>
      checkPlanChange(subscription(record), { to, by, upgradePeriod: 'NOW' }, NOW);
    expect(check('pay')).toThrow(refused(code));
    expect(check('svc')).toThrow(refused(code));
  });
});

describe('A plan change in our records', () => {
  it('leaves the reference, and each is announced for itself', () => {
    const asked = { by: 'svc', as: 'a request' } as const;
    const first = changePlanInRecords(subscription(), { ...asked, to: PLUS }, START);
    expect(first.subscription.payReference).toBe('pay-1');
    expect(first.events).toMatchObject([
      { type: 'DID_CHANGE_RENEWAL_PREF', subtype: 'UPGRADE', cause: `plan:${ID}:1`, at: START, snapshot: { planReference: 'plus' } },
    ]); // prettier-ignore
    const back = { ...first.subscription, revision: 2 };
    const second = changePlanInRecords(back, { ...asked, to: PLAN }, START + 1);
    expect(second.events).toMatchObject([{ cause: `plan:${ID}:2` }]);
  });
});

describe('A plan change at the provider', () => {
  const AS = 'a change to plus';
  const intending = intendPlan(subscription(), { by: 'pay', to: PLUS, as: AS }, NOW);

  it('has its reference taken, and its event follows from that', () => {
    const { subscription: after, events } = changePlanAtProvider(subscription(), PLUS, made, NOW);
    expect(after).toMatchObject({ payReference: 'pay-2', plan: PLUS, nextPlan: null });
    expect(after.openReferences.map(({ reference }) => reference)).toEqual(['pay-1', 'pay-2']);
    expect(events).toMatchObject([{ cause: 'plan:pay-2' }]);
  });

  it('that was asked for is carried out as it is recorded, for all who ask for the same at the moment', () => {
    const { subscription: after } = changePlanAtProvider(intending, PLUS, made, NOW + 1);
    expect(after).toMatchObject({ plan: PLUS, planIntent: null });
    expect([AS, 'a change to basic'].map((as) => isRepeated(after, as, NOW))).toEqual([true, false]);
  });

  it('that was asked for stands where another is found, and nothing before that one is repeated', () => {
    const gold = { ...made, planReference: 'gold' };
    const { subscription: after } = changePlanAtProvider(intending, planNamed('gold'), gold, NOW + 1);
    expect(after).toMatchObject({ planIntent: intending.planIntent, lastRequest: null });
  });

  it('that is refused is refused alike to who waits for it, and not to who asks later', () => {
    const after = refuseIntent(intending, new Refusal('plan_change_refused'), NOW + 1);
    expect(after).toMatchObject({ plan: PLAN, planIntent: null });
    expect(() => isRepeated(after, AS, NOW)).toThrow(refused('plan_change_refused'));
    expect(isRepeated(after, AS, NOW + 1)).toBe(false);
  });

  it('of which nothing is known is looked up a minute later, and is lost if it was not made', () => {
    expect(nextReconciliationAt(intending, undefined, NOW)).toBe(NOW + MINUTE);
    expect(withoutLostIntent(intending, NOW + MINUTE - 1)).toBe(intending);
    expect(withoutLostIntent(intending, NOW + MINUTE)).toEqual(subscription());
  });

  it('with a trial, right after our ids have cancelled, leaves the end of access', () => {
    const at = START + DAY;
    const before = subscription({ planChangedAt: at - 1 });
    const cancelled = cancelAtPeriodEnd(before, 'svc', at).subscription;
    const trial = { ...made, createdAt: at + 1, startAt: at + 1, trialEnd: at + 60 * DAY };
    const { subscription: after } = changePlanAtProvider(cancelled, PLAN, trial, at + 1);
    expect([after.periodEnd, after.cancellation?.accessUntil]).toEqual([trial.trialEnd, END]);
  });
});

describe('Given a plan that was chosen in our records alone', () => {
  const OURS = planNamed('ours', { graceDays: null });
  const THEIRS = planNamed('theirs');
  const planOf = (reference: string) => [PLAN, OURS, THEIRS].find((one) => one.reference === reference);
  const chosenAt = (at: number) =>
    changePlanInRecords(subscription(), { by: 'svc', to: OURS, as: 'plan' }, at).subscription;
  const at = START + DAY;
  const besides = { earlier: [atProvider([], { isReplaced: true })], planOf, now: at + DAY };
  const changed = (createdAt: number) =>
    atProvider([], { reference: 'pay-2', planReference: 'theirs', createdAt, startAt: createdAt });
  const owed = atProvider([failing([END + 5], { planReference: PLAN.reference })], { status: 'UNPAID' });
  const graceEnds = (graceEndsAt: number | null) => ({ status: 'PAYMENT_FAILED', graceEndsAt });

  decide([
    ['the provider had made a change before, then ours stays in force',
      chosenAt(at), changed(at - 1), { plan: OURS, payPlanReference: 'theirs', events: [] }, besides],
    ['the provider has made one since, then that is in force',
      chosenAt(at), changed(at + 1), { plan: THEIRS, payPlanReference: 'theirs', snapshots: [{ planReference: 'theirs' }] }, besides],
    ['a payment failed before, then the grace days of then count', chosenAt(END + 6), owed, graceEnds(END + 5 + 7 * DAY), { planOf }],
    ['a payment failed after, then its grace days count', chosenAt(END + 4), owed, graceEnds(null), { planOf }],
  ]); // prettier-ignore

  it('when another one is asked for at the provider, whose clock is behind ours, then that is in force', () => {
    const asked = intendPlan(chosenAt(at), { by: 'pay', to: THEIRS, as: 'theirs' }, at + 1);
    const { subscription: after } = changePlanAtProvider(asked, THEIRS, changed(at - 1), at + 2);
    expect(after.plan).toEqual(THEIRS);
  });
});
