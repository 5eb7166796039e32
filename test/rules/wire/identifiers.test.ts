import { describe, expect, it } from 'vitest';
import { subscriberInput } from '../../../lib/wire/cancellation.ts';
import { planRefIn, planId, planMembers, subscriberId } from '../../../lib/wire/identifiers.ts';
import { read } from '../../../lib/wire/read.ts';
import * as z from 'zod/mini';
import { HEX, NO_PLAN, NO_SUBSCRIBER, UUID, exclusive, missing, refusalOf } from './given.ts';

const chosen = (given: object) => planRefIn(read(z.object(planMembers), given));

describe('a plan in a body', () => {
  it.each([
    [{ pricingPlanReferenceCode: ' basic ' }, { by: 'pay', reference: 'basic' }],
    [
      { pricingPlanReferenceCode: 'basic', 'svc-plan-id': null },
      { by: 'pay', reference: 'basic' },
    ],
    [
      { pricingPlanReferenceCode: 'basic', 'svc-plan-id': ' ' },
      { by: 'pay', reference: 'basic' },
    ],
    [{ 'svc-plan-id': `pln_${HEX}` }, { by: 'svc', id: UUID }],
    [
      { 'svc-plan-id': UUID, pricingPlanReferenceCode: null },
      { by: 'svc', id: UUID },
    ],
    [
      { 'svc-plan-id': UUID, pricingPlanReferenceCode: '' },
      { by: 'svc', id: UUID },
    ],
  ])('is named in one of two ways: %j', (given, choice) => {
    expect(chosen(given)).toStrictEqual(choice);
  });

  it('must not be named in both ways', () => {
    const both = { pricingPlanReferenceCode: 'basic', 'svc-plan-id': UUID };
    expect(refusalOf(() => chosen(both))).toEqual(exclusive('pricingPlanReferenceCode', 'svc-plan-id'));
  });

  it.each([
    {},
    { pricingPlanReferenceCode: null, 'svc-plan-id': null },
    { pricingPlanReferenceCode: '', 'svc-plan-id': '' },
  ])('must be named: %j', (given) => {
    expect(refusalOf(() => chosen(given))).toEqual(missing('pricingPlanReferenceCode', 'svc-plan-id'));
  });
});

describe('an id of ours', () => {
  it.each([`pln_${HEX}`, HEX, UUID, UUID.toUpperCase()])(
    'of a plan is read in each of its forms: %s',
    (given) => {
      expect(planId(given)).toBe(UUID);
    },
  );

  it.each([`sub_${HEX}`, HEX, UUID])('of a subscriber is read in each of its forms: %s', (given) => {
    expect(subscriberId(given)).toBe(UUID);
  });

  it.each(['basic', `sub_${HEX}`, `${HEX}0`])('that no plan can have is like an unknown one: %s', (given) => {
    expect(refusalOf(() => planId(given))).toEqual(NO_PLAN);
  });

  it.each(['ada', `pln_${HEX}`, HEX.slice(1)])(
    'that no subscriber can have is like an unknown one: %s',
    (given) => {
      expect(refusalOf(() => subscriberId(given))).toEqual(NO_SUBSCRIBER);
    },
  );
});

describe('the subscriber of a cancellation', () => {
  it.each([
    [{ 'pay-subscriber-reference-code': ' ref ' }, { by: 'pay', reference: 'ref' }],
    [
      { 'pay-subscriber-reference-code': 'ref', 'svc-id': null },
      { by: 'pay', reference: 'ref' },
    ],
    [{ 'svc-id': `sub_${HEX}` }, { by: 'svc', id: UUID }],
    [
      { 'pay-subscriber-reference-code': null, 'svc-id': UUID, other: 1 },
      { by: 'svc', id: UUID },
    ],
  ])('is named in one of two ways: %j', (given, choice) => {
    expect(subscriberInput(given)).toStrictEqual(choice);
  });

  it('must not be named in both ways', () => {
    expect(
      refusalOf(() => subscriberInput({ 'pay-subscriber-reference-code': 'ref', 'svc-id': UUID })),
    ).toEqual(exclusive('pay-subscriber-reference-code', 'svc-id'));
  });

  it.each([{}, { 'pay-subscriber-reference-code': null, 'svc-id': null }])('must be named: %j', (given) => {
    expect(refusalOf(() => subscriberInput(given))).toEqual(
      missing('pay-subscriber-reference-code', 'svc-id'),
    );
  });

  it('is unknown if the id cannot be one of ours', () => {
    expect(refusalOf(() => subscriberInput({ 'svc-id': 'nobody' }))).toEqual(NO_SUBSCRIBER);
  });
});
