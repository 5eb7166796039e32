import { describe, expect, it } from 'vitest';
import type { PaySubscription } from '../../../lib/pay/provider-records.ts';
import { changePlanAnswer } from '../../../lib/wire/plan-change.ts';
import { cancellationAnswer } from '../../../lib/wire/cancellation.ts';
import { DAY, END, PLAN, START, subscription } from '../billing/given.ts';
import { HEX, OTHER_HEX, OTHER_UUID, UUID } from './given.ts';

describe('the answer to a plan change', () => {
  const changed = subscription({ id: UUID, plan: { ...PLAN, id: OTHER_UUID, reference: 'new plan' } });
  const made: PaySubscription = {
    reference: 'pay-2',
    parentReference: 'pay-1',
    planReference: 'new plan',
    customerReference: 'pay-customer',
    status: 'UNPAID',
    isReplaced: false,
    providerStatus: 'THEIR WORD',
    trialEnd: undefined,
    createdAt: START,
    startAt: START + 1,
    endAt: END,
  };
  const to = changed.plan;
  const data = {
    id: UUID,
    svcId: `sub_${HEX}`,
    payReference: 'pay-1',
    newPlanReference: 'new plan',
    charge: null,
  };
  const payResponse = {
    referenceCode: 'pay-2',
    parentReferenceCode: 'pay-1',
    pricingPlanReferenceCode: 'new plan',
    customerReferenceCode: 'pay-customer',
    subscriptionStatus: 'THEIR WORD',
    createdDate: START,
    startDate: START + 1,
    endDate: END,
  };

  it('tells what the provider answered where it was asked', () => {
    expect(changePlanAnswer({ subscription: changed, to, made, charge: null }, 'pay')).toStrictEqual({
      status: 'success',
      message: 'The plan was changed.',
      data: { ...data, syncedWithPay: true, payResponse },
    });
  });

  it('has null for what the provider did not tell', () => {
    const less = { ...made, parentReference: undefined, endAt: undefined };
    expect(
      changePlanAnswer({ subscription: changed, to, made: less, charge: null }, 'pay').data,
    ).toStrictEqual({
      ...data,
      syncedWithPay: true,
      payResponse: { ...payResponse, parentReferenceCode: null, endDate: null },
    });
  });

  it('tells our id of the plan where ours were given, and no answer of a provider that was not asked', () => {
    expect(
      changePlanAnswer({ subscription: changed, to, made: undefined, charge: null }, 'svc'),
    ).toStrictEqual({
      status: 'success',
      message:
        'The plan was changed in our records. The payment provider was not told and goes on charging as before.',
      data: { ...data, newPlanSvcId: `pln_${OTHER_HEX}`, syncedWithPay: false },
    });
  });

  it('tells what the change charged at once', () => {
    const charge = { amount: '100.00', currency: 'TRY', at: START };
    expect(changePlanAnswer({ subscription: changed, to, made, charge }, 'pay').data.charge).toStrictEqual({
      amount: '100.00',
      currency: 'TRY',
      at: '2026-01-01T00:00:00.000Z',
    });
  });
});

describe('the answer to a cancellation and to its undoing', () => {
  const data = { id: UUID, svcId: `sub_${HEX}`, payReference: 'pay-1', status: 'ACTIVE' };
  const cancelled = (accessUntil: number | null) =>
    subscription({
      id: UUID,
      cancellation: { at: START + DAY, accessUntil, by: 'pay', progress: 'scheduled' },
    });

  it.each([
    [END - 1, '2026-01-31T23:59:59.999Z'],
    [null, null],
  ])('tells when it was cancelled and until when there is access: %s', (until, accessUntil) => {
    expect(cancellationAnswer('It was cancelled.', cancelled(until), 'pay')).toStrictEqual({
      status: 'success',
      message: 'It was cancelled.',
      data: {
        ...data,
        cancelAtPeriodEnd: true,
        cancelledAt: '2026-01-02T00:00:00.000Z',
        accessUntil,
        syncedWithPay: true,
      },
    });
  });

  it('says that the provider carries it out where it is asked for again by our id', () => {
    expect(cancellationAnswer('It was cancelled.', cancelled(END), 'svc')).toEqual(
      cancellationAnswer('It was cancelled.', cancelled(END), 'pay'),
    );
  });

  it.each([
    [END, '2026-02-01T00:00:00.000Z'],
    [null, null],
  ])('tells the end of the period where nothing is cancelled: %s', (periodEnd, accessUntil) => {
    expect(cancellationAnswer('Undone.', subscription({ id: UUID, periodEnd }), 'svc')).toStrictEqual({
      status: 'success',
      message: 'Undone. The payment provider was not told and goes on charging as before.',
      data: { ...data, cancelAtPeriodEnd: false, cancelledAt: null, accessUntil, syncedWithPay: false },
    });
  });
});
