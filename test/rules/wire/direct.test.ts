import { describe, expect, it } from 'vitest';
import { directAnswer, directInput } from '../../../lib/wire/direct.ts';
import {
  CARD,
  NOW,
  CUSTOMER,
  HEX,
  OTHER_HEX,
  OTHER_UUID,
  UUID,
  exclusive,
  invalid,
  missing,
  refusalOf,
} from './given.ts';

const BODY = { ...CUSTOMER, pricingPlanReferenceCode: 'basic', paymentCard: CARD };

const inputOf = (more: object) => directInput({ ...BODY, ...more }, (at) => at <= NOW);
const refusedWith = (more: object) => refusalOf(() => inputOf(more));

describe('the body of a direct checkout', () => {
  it('names a plan and a customer, and its card is redacted', () => {
    const input = inputOf({ more: 1 });
    expect(input).toMatchObject({
      plan: { by: 'pay', reference: 'basic' },
      customer: { name: 'Ada', email: 'ada@example.com' },
      initialStatus: 'ACTIVE',
    });
    expect(input.clientReferenceId).toBeUndefined();
    expect(JSON.stringify(input.card)).toBe('"[redacted]"');
    expect(input.card.reveal()).toStrictEqual(CARD);
    expect(input.customer.identityNumber.reveal()).toBe('11111111110');
  });

  it('must name the plan in one way', () => {
    expect(inputOf({ pricingPlanReferenceCode: null, 'svc-plan-id': UUID }).plan).toStrictEqual({
      by: 'svc',
      id: UUID,
    });
    expect(refusedWith({ 'svc-plan-id': UUID })).toEqual(
      exclusive('pricingPlanReferenceCode', 'svc-plan-id'),
    );
    expect(refusedWith({ pricingPlanReferenceCode: null })).toEqual(
      missing('pricingPlanReferenceCode', 'svc-plan-id'),
    );
  });

  it.each([
    [null, 'ACTIVE'],
    ['ACTIVE', 'ACTIVE'],
    ['PENDING', 'PENDING'],
  ])('asks for a first status, ACTIVE where it says nothing: %s', (subscriptionInitialStatus, status) => {
    expect(inputOf({ subscriptionInitialStatus }).initialStatus).toBe(status);
  });

  it.each(['name', 'paymentCard'])('must have: %s', (field) => {
    expect(refusedWith({ [field]: undefined })).toEqual(invalid(field, 'is required'));
  });
});

describe("the caller's reference of a direct checkout", () => {
  it.each([
    [' order 5 ', 'order 5'],
    ['x'.repeat(128), 'x'.repeat(128)],
    [null, undefined],
    ['', undefined],
  ])('is a text of at most 128 characters: %s', (clientReferenceId, read) => {
    expect(inputOf({ clientReferenceId }).clientReferenceId).toBe(read);
  });

  it('has at most 128 characters', () => {
    expect(refusedWith({ clientReferenceId: 'x'.repeat(129) })).toEqual(
      invalid('clientReferenceId', 'must be at most 128 characters'),
    );
  });

  it.each(['order 5528790000000008!', '5528 7900-0000 0008'])(
    'must not hold the number of the card, as «%s» does',
    (clientReferenceId) => {
      const message = 'must not hold a card number';
      expect(refusedWith({ clientReferenceId })).toEqual(invalid('clientReferenceId', message));
    },
  );
});

describe('the Idempotency-Key of a direct checkout', () => {
  const withKey = (key: string) => directInput(BODY, () => false, key);

  it('must not hold the number of the card, as it is stored', () => {
    const refused = refusalOf(() => withKey('pay-5528-7900-0000-0008'));
    expect(refused).toEqual(invalid('Idempotency-Key', 'must not hold the card number'));
  });

  it('may hold any other number', () => {
    expect(withKey('5528790000000016').clientReferenceId).toBeUndefined();
  });
});

it('the answer to a direct checkout has exactly the fields of the specification', () => {
  const outcome = {
    subscriberId: UUID,
    customerId: OTHER_UUID,
    planId: UUID,
    reference: 'pay-1',
    parentReference: 'pay-0',
    planReference: 'plan',
    customerReference: 'customer',
    providerStatus: 'ACTIVE',
    createdAt: 1,
    startAt: 2,
    endAt: null,
  };
  expect(directAnswer(outcome)).toStrictEqual({
    status: 'success',
    svcSubscriptionId: `sub_${HEX}`,
    svcCustomerId: `cus_${OTHER_HEX}`,
    svcPlanId: `pln_${HEX}`,
    data: {
      referenceCode: 'pay-1',
      parentReferenceCode: 'pay-0',
      pricingPlanReferenceCode: 'plan',
      customerReferenceCode: 'customer',
      subscriptionStatus: 'ACTIVE',
      createdDate: 1,
      startDate: 2,
      endDate: null,
    },
  });
});
