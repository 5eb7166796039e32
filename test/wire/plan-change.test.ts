import { describe, expect, it } from 'vitest';
import type { PaySubscription } from '../../lib/pay/provider-records.ts';
import { changePlanAnswer, changePlanInput } from '../../lib/wire/plan-change.ts';
import { cancellationAnswer } from '../../lib/wire/cancellation.ts';
import { DAY, END, PLAN, START, subscription } from '../billing/given.ts';
import {
  HEX,
  NO_PLAN,
  NO_SUBSCRIBER,
  OTHER_HEX,
  OTHER_UUID,
  UUID,
  exclusive,
  invalid,
  missing,
  mixed,
  refusalOf,
} from './given.ts';

const PAY = { 'pay-subscriber-reference-code': 'ref', 'pay-plan-reference-code': 'plan' };
const SVC = { 'svc-subscriber-id': `sub_${HEX}`, 'svc-plan-id': `pln_${OTHER_HEX}` };
const DEFAULTS = { resetRecurrenceCount: true, useTrial: false, upgradePeriod: 'NOW' };
const BY_REFERENCE = {
  subscriber: { by: 'pay', reference: 'ref' },
  plan: { by: 'pay', reference: 'plan' },
} as const;
const BY_ID = { subscriber: { by: 'svc', id: UUID }, plan: { by: 'svc', id: OTHER_UUID } } as const;
/** In which the fields of the pairs are told. */
const ORDER = [...Object.keys(PAY), ...Object.keys(SVC)];
const EMPTY = { 'svc-subscriber-id': '', 'svc-plan-id': ' ', upgradePeriod: '' };
const NULLS = {
  'pay-subscriber-reference-code': null,
  'pay-plan-reference-code': null,
  'svc-subscriber-id': null,
  'svc-plan-id': null,
};

describe('the body of a plan change', () => {
  it.each([
    [PAY, BY_REFERENCE],
    [{ ...NULLS, ...PAY, more: 1 }, BY_REFERENCE],
    [{ ...EMPTY, ...PAY }, BY_REFERENCE],
    [SVC, BY_ID],
    [{ ...NULLS, ...SVC }, BY_ID],
  ])('holds one complete pair: %j', (body, named) => {
    expect(changePlanInput(body)).toStrictEqual({ ...named, ...DEFAULTS });
  });

  it.each([
    [{ resetRecurrenceCount: null, useTrial: null, upgradePeriod: null }, DEFAULTS],
    [{ resetRecurrenceCount: true, useTrial: false, upgradePeriod: 'NOW' }, DEFAULTS],
    [{ resetRecurrenceCount: false }, { ...DEFAULTS, resetRecurrenceCount: false }],
    [{ useTrial: true }, { ...DEFAULTS, useTrial: true }],
    [{ upgradePeriod: 'NEXT_PERIOD' }, { ...DEFAULTS, upgradePeriod: 'NEXT_PERIOD' }],
  ])('may say how it is to be made: %j', (more, options) => {
    expect(changePlanInput({ ...PAY, ...more })).toStrictEqual({ ...BY_REFERENCE, ...options });
  });

  it.each([
    ['resetRecurrenceCount', 'no', 'must be of type boolean'],
    ['useTrial', 1, 'must be of type boolean'],
    ['upgradePeriod', 'LATER', 'must be one of NOW, NEXT_PERIOD'],
    ['svc-plan-id', 1, 'must be of type string'],
    ['pay-subscriber-reference-code', 'x'.repeat(256), 'must be at most 255 characters'],
  ])('is refused if a member is not of its kind: %s as «%s»', (field, value, message) => {
    expect(refusalOf(() => changePlanInput({ ...PAY, [field]: value }))).toEqual(invalid(field, message));
  });

  it.each([
    ['pay-subscriber-reference-code', 'pay-plan-reference-code'],
    ['pay-plan-reference-code', 'pay-subscriber-reference-code'],
    ['svc-subscriber-id', 'svc-plan-id'],
    ['svc-plan-id', 'svc-subscriber-id'],
  ])('with %s alone lacks %s', (given, lacking) => {
    expect(refusalOf(() => changePlanInput({ [given]: UUID }))).toEqual(missing(lacking));
  });

  it.each([{}, NULLS])('without a pair lacks the subscriber: %j', (body) => {
    expect(refusalOf(() => changePlanInput(body))).toEqual(
      missing(
        ['pay-subscriber-reference-code', 'pay-plan-reference-code'],
        ['svc-subscriber-id', 'svc-plan-id'],
      ),
    );
  });

  it('must not hold both pairs', () => {
    expect(refusalOf(() => changePlanInput({ ...PAY, ...SVC }))).toEqual(
      exclusive(Object.keys(PAY), Object.keys(SVC)),
    );
  });

  it.each([
    { 'pay-subscriber-reference-code': 'ref', 'svc-plan-id': UUID },
    { 'pay-plan-reference-code': 'plan', 'svc-subscriber-id': UUID },
    { 'pay-subscriber-reference-code': 'ref', 'svc-subscriber-id': UUID },
    { ...PAY, 'svc-plan-id': UUID },
    { ...SVC, 'pay-plan-reference-code': 'plan' },
  ])('must not mix the pairs: %j', (body) => {
    expect(refusalOf(() => changePlanInput(body))).toEqual(mixed(...ORDER.filter((name) => name in body)));
  });

  it('names nobody and nothing with ids that cannot be ours', () => {
    expect(refusalOf(() => changePlanInput({ ...SVC, 'svc-subscriber-id': 'ada' }))).toEqual(NO_SUBSCRIBER);
    expect(refusalOf(() => changePlanInput({ ...SVC, 'svc-plan-id': 'basic' }))).toEqual(NO_PLAN);
  });
});

describe('the answer to a plan change', () => {
  const changed = subscription({ id: UUID, plan: { ...PLAN, id: OTHER_UUID, reference: 'new plan' } });
  const made: PaySubscription = {
    reference: 'pay-2',
    parentReference: 'pay-1',
    planReference: 'new plan',
    customerReference: 'pay-customer',
    status: 'UNPAID',
    providerStatus: 'THEIR WORD',
    trialDays: 0,
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
    subscription({ id: UUID, cancellation: { at: START + DAY, accessUntil, by: 'pay', sent: false } });

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
