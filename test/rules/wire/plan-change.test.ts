import { describe, expect, it } from 'vitest';
import { changePlanInput } from '../../../lib/wire/plan-change.ts';
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
