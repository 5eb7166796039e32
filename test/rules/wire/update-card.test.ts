import { describe, expect, it } from 'vitest';
import { updateCardAnswer, updateCardInput } from '../../../lib/wire/update-card.ts';
import { HEX, NO_SUBSCRIBER, UUID, exclusive, invalid, missing, mixed, refusalOf } from './given.ts';

const BACK = 'https://shop.example/done';
const PAIR = { subscriptionReferenceCode: 'sub', customerReferenceCode: 'cus' };
const NULLS = { subscriptionReferenceCode: null, customerReferenceCode: null, 'svc-id': null };
const BY_PAIR = { subscriber: { by: 'pay', reference: 'sub' }, customerReference: 'cus' };
const BY_ID = { subscriber: { by: 'svc', id: UUID }, customerReference: undefined };

const inputOf = (more: object, localRun = false) =>
  updateCardInput({ callbackUrl: BACK, ...more }, { named: [], own: '', localRun });
const refusedWith = (more: object) => refusalOf(() => inputOf(more));

describe('the body of a card update', () => {
  it.each([
    [PAIR, BY_PAIR],
    [{ subscriptionReferenceCode: ' sub ', customerReferenceCode: ' cus ', more: 1 }, BY_PAIR],
    [{ ...NULLS, ...PAIR }, BY_PAIR],
    [{ 'svc-id': `sub_${HEX}` }, BY_ID],
    [{ ...NULLS, 'svc-id': UUID, clientReferenceId: null }, BY_ID],
    [{ subscriptionReferenceCode: '', 'svc-id': UUID, clientReferenceId: ' ' }, BY_ID],
  ])('names a subscriber by the whole provider pair or by our id: %j', (body, named) => {
    expect(inputOf(body)).toStrictEqual({ ...named, callbackUrl: BACK, clientReferenceId: undefined });
  });

  it('must not hold the pair and our id', () => {
    expect(refusedWith({ ...PAIR, 'svc-id': UUID })).toEqual(exclusive(Object.keys(PAIR), 'svc-id'));
  });

  it.each(['subscriptionReferenceCode', 'customerReferenceCode'])('must not mix our id with %s', (field) => {
    expect(refusedWith({ [field]: 'x', 'svc-id': UUID })).toEqual(mixed(field, 'svc-id'));
  });

  it.each([{}, NULLS])('must name somebody: %j', (body) => {
    expect(refusedWith(body)).toEqual(
      missing(['subscriptionReferenceCode', 'customerReferenceCode'], 'svc-id'),
    );
  });

  it.each([
    ['subscriptionReferenceCode', 'customerReferenceCode'],
    ['customerReferenceCode', 'subscriptionReferenceCode'],
  ])('with %s alone lacks %s', (given, lacking) => {
    expect(refusedWith({ [given]: 'x' })).toEqual(missing(lacking));
  });

  it('names nobody with an id that cannot be ours', () => {
    expect(refusedWith({ 'svc-id': 'ada' })).toEqual(NO_SUBSCRIBER);
  });

  it.each([
    ['order 5', 'order 5'],
    ['x'.repeat(128), 'x'.repeat(128)],
  ])("may have a reference of the caller's: %s", (clientReferenceId, read) => {
    expect(inputOf({ ...PAIR, clientReferenceId }).clientReferenceId).toBe(read);
  });

  it('may come back to the same machine only in a local run', () => {
    const callbackUrl = 'http://localhost:3000/back';
    expect(inputOf({ ...PAIR, callbackUrl }, true).callbackUrl).toBe(callbackUrl);
    expect(refusedWith({ ...PAIR, callbackUrl })).toEqual(invalid('callbackUrl', 'must be an https URL'));
  });

  it('may have an address of 2,048 characters to come back to', () => {
    const callbackUrl = `${BACK}?${'x'.repeat(2_047 - BACK.length)}`;
    expect(inputOf({ ...PAIR, callbackUrl: ` ${callbackUrl} ` }).callbackUrl).toBe(callbackUrl);
    expect(refusedWith({ ...PAIR, callbackUrl: `${callbackUrl}x` })).toEqual(
      invalid('callbackUrl', 'must be at most 2048 characters'),
    );
  });

  it.each([
    ['callbackUrl', undefined, 'is required'],
    ['callbackUrl', '', 'must not be empty'],
    ['customerReferenceCode', 5, 'must be of type string'],
    ['svc-id', 'x'.repeat(256), 'must be at most 255 characters'],
    ['clientReferenceId', 'x'.repeat(129), 'must be at most 128 characters'],
  ])('is refused where a member is out of bounds: %s of «%s»', (field, value, message) => {
    expect(refusedWith({ ...PAIR, [field]: value })).toEqual(invalid(field, message));
  });
});

it('the answer to a card update has exactly the fields of the specification', () => {
  const form = {
    token: 'tok',
    content: '<form>',
    expiresInSeconds: 900,
    paymentPageUrl: 'https://pay.example/tok',
    subscriberId: UUID,
  };
  expect(updateCardAnswer(form)).toStrictEqual({
    status: 'success',
    token: 'tok',
    checkoutFormContent: '<form>',
    tokenExpireTime: 900,
    paymentPageUrl: 'https://pay.example/tok',
    svcId: `sub_${HEX}`,
  });
});
