import { describe, expect, it } from 'vitest';
import { callbackInput, initializeAnswer, initializeInput } from '../../../lib/wire/checkout.ts';
import { CUSTOMER, HEX, NO_PLAN, UUID, exclusive, invalid, missing, refusalOf } from './given.ts';

const BACK = 'https://shop.example/done';
const BODY = { ...CUSTOMER, pricingPlanReferenceCode: 'basic', callbackUrl: BACK };

const inputOf = (more: object, localRun = false) =>
  initializeInput({ ...BODY, ...more }, { named: [], own: '', localRun });
const refusedWith = (more: object) => refusalOf(() => inputOf(more));

describe('the body of a hosted checkout', () => {
  it('names a plan, a customer and an address to come back to', () => {
    expect(inputOf({ callbackUrl: ` ${BACK} `, more: 1 })).toStrictEqual({
      plan: { by: 'pay', reference: 'basic' },
      callbackUrl: BACK,
      customer: inputOf({}).customer,
      details: { company: undefined, externalId: undefined },
      ifActive: undefined,
      initialStatus: 'ACTIVE',
    });
    expect(inputOf({}).customer).toMatchObject({ name: 'Ada', surname: 'Lovelace' });
  });

  it('may name the plan by our id', () => {
    const byId = { pricingPlanReferenceCode: null, 'svc-plan-id': `pln_${HEX}` };
    expect(inputOf(byId).plan).toStrictEqual({ by: 'svc', id: UUID });
    expect(refusedWith({ ...byId, 'svc-plan-id': 'basic' })).toEqual(NO_PLAN);
  });

  it('must name the plan in one way', () => {
    expect(refusedWith({ 'svc-plan-id': UUID })).toEqual(
      exclusive('pricingPlanReferenceCode', 'svc-plan-id'),
    );
    expect(refusedWith({ pricingPlanReferenceCode: undefined })).toEqual(
      missing('pricingPlanReferenceCode', 'svc-plan-id'),
    );
  });

  it.each([
    [undefined, 'ACTIVE'],
    [null, 'ACTIVE'],
    ['ACTIVE', 'ACTIVE'],
    ['PENDING', 'PENDING'],
  ])('asks for a first status, ACTIVE where it says nothing: %s', (subscriptionInitialStatus, status) => {
    expect(inputOf({ subscriptionInitialStatus }).initialStatus).toBe(status);
  });

  it('must not ask for another first status', () => {
    expect(refusedWith({ subscriptionInitialStatus: 'CANCELLED' })).toEqual(
      invalid('subscriptionInitialStatus', 'must be one of ACTIVE, PENDING'),
    );
  });

  it('may come back to the same machine only in a local run', () => {
    const callbackUrl = 'http://localhost:3000/back';
    expect(inputOf({ callbackUrl }, true).callbackUrl).toBe(callbackUrl);
    expect(refusedWith({ callbackUrl })).toEqual(invalid('callbackUrl', 'must be an https URL'));
  });

  it.each([
    [undefined, 'is required'],
    ['', 'must not be empty'],
    ['shop.example', 'must be an absolute URL'],
    [`${BACK}?${'x'.repeat(2_048 - BACK.length)}`, 'must be at most 2048 characters'],
  ])('must say where to come back to: not %s', (callbackUrl, message) => {
    expect(refusedWith({ callbackUrl })).toEqual(invalid('callbackUrl', message));
  });

  it('may have an address of 2,048 characters to come back to', () => {
    const callbackUrl = `${BACK}?${'x'.repeat(2_047 - BACK.length)}`;
    expect(inputOf({ callbackUrl }).callbackUrl).toBe(callbackUrl);
  });
});

it('the answer to a hosted checkout has exactly the fields of the specification', () => {
  const form = {
    token: 'tok',
    content: '<script></script>',
    sources: 'https://pay.example',
    expiresInSeconds: 1800,
    paymentPageUrl: 'https://pay.example/tok',
  };
  expect(initializeAnswer(form, 'tracking', UUID)).toStrictEqual({
    status: 'success',
    checkoutFormContent: '<script></script>',
    token: 'tok',
    tokenExpireTime: 1800,
    paymentPageUrl: 'https://pay.example/tok',
    clientReferenceId: 'tracking',
    svcPlanId: `pln_${HEX}`,
  });
});

describe('the token that a browser brings', () => {
  it.each([
    [{ token: ' tok ' }, undefined, 'tok'],
    [{}, 'a=1&token=t%2Bok', 't+ok'],
    [{ token: 'query' }, 'token=form', 'query'],
    [{}, undefined, undefined],
    [{}, null, undefined],
    [{}, { token: 'tok' }, undefined],
    [{}, 'a=1', undefined],
    [{ token: '' }, undefined, undefined],
    [{ token: '  ' }, undefined, undefined],
    [{ token: 'x'.repeat(255) }, undefined, 'x'.repeat(255)],
    [{ token: 'x'.repeat(256) }, undefined, undefined],
    [{ token: 'tok\r\n' }, undefined, 'tok'],
    [{ token: 'to\u0000k' }, undefined, undefined],
    [{}, 'token=%EF%BF%BF', undefined],
  ])('is in the query or in a form: %j and %j', (query, body, token) => {
    expect(callbackInput(query, body)).toStrictEqual({ token });
  });
});
