import { describe, expect, it } from 'vitest';
import { changePlanInput } from '../../../lib/wire/plan-change.ts';
import { HEX, OTHER_HEX, UUID, exclusive, mixed, refusalOf } from './given.ts';

const PAY = { 'pay-subscriber-reference-code': 'ref', 'pay-plan-reference-code': 'plan' };
const SVC = { 'svc-subscriber-id': `sub_${HEX}`, 'svc-plan-id': `pln_${OTHER_HEX}` };
const DEFAULTS = { resetRecurrenceCount: true, useTrial: false, upgradePeriod: 'NOW' };
const BY_REFERENCE = {
  subscriber: { by: 'pay', reference: 'ref' },
  plan: { by: 'pay', reference: 'plan' },
} as const;
/** In which the fields of the pairs are told. */
const ORDER = [...Object.keys(PAY), ...Object.keys(SVC)];
describe('the body of a plan change', () => {
  it.each([
    [{ resetRecurrenceCount: null, useTrial: null, upgradePeriod: null }, DEFAULTS],
    [{ resetRecurrenceCount: true, useTrial: false, upgradePeriod: 'NOW' }, DEFAULTS],
    [{ resetRecurrenceCount: false }, { ...DEFAULTS, resetRecurrenceCount: false }],
    [{ useTrial: true }, { ...DEFAULTS, useTrial: true }],
    [{ upgradePeriod: 'NEXT_PERIOD' }, { ...DEFAULTS, upgradePeriod: 'NEXT_PERIOD' }],
  ])('may say how it is to be made: %j', (more, options) => {
    expect(changePlanInput({ ...PAY, ...more })).toStrictEqual({ ...BY_REFERENCE, ...options });
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
});
