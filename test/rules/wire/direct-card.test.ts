import { describe, expect, it } from 'vitest';
import { directInput } from '../../../lib/wire/direct.ts';
import { CARD, NOW, CUSTOMER, invalid, refusalOf } from './given.ts';

const cardOf = (more: object, now = NOW) =>
  directInput(
    { ...CUSTOMER, pricingPlanReferenceCode: 'basic', paymentCard: { ...CARD, ...more } },
    (at) => at <= now,
  ).card;
const refusedCard = (more: object) => refusalOf(() => cardOf(more));

describe('the card of a direct checkout', () => {
  it.each([
    ['528790000008', '528790000008'],
    ['5528790000000008123', '5528790000000008123'],
    ['5528 7900-0000  0008', '5528790000000008'],
  ])('has a number of 12 to 19 digits, however it is spaced: %s', (cardNumber, digits) => {
    expect(cardOf({ cardNumber }).reveal().cardNumber).toBe(digits);
  });

  it.each([
    '52879000000',
    '55287900000000081234',
    '552879000000000x',
    'x528790000000008',
    '5528.7900.0000.0008',
    '',
  ])('has no number such as «%s»', (cardNumber) => {
    expect(refusedCard({ cardNumber })).toEqual(
      invalid('paymentCard.cardNumber', 'must be a card number of 12 to 19 digits'),
    );
  });

  it.each(['12', '12345', '12x', 'x123', '1234x', ''])('has no security code such as «%s»', (cvc) => {
    expect(refusedCard({ cvc })).toEqual(invalid('paymentCard.cvc', 'must be three or four digits'));
  });

  it.each([
    [{ expireMonth: '05', expireYear: '2026' }, Date.UTC(2026, 5, 1)],
    [{ expireMonth: '12', expireYear: '2026' }, Date.UTC(2027, 0, 1)],
  ])('is good to the last moment of its month: %j', (dates, over) => {
    expect(cardOf(dates, over - 1).reveal()).toMatchObject(dates);
    expect(refusalOf(() => cardOf(dates, over))).toEqual({
      httpStatus: 400,
      code: 'invalid_request',
      message: 'paymentCard.expireYear: the card has expired',
      details: [{ field: 'paymentCard.expireYear', message: 'the card has expired' }],
    });
  });
});
