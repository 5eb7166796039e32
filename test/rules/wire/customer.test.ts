import { describe, expect, it } from 'vitest';
import { initializeInput } from '../../../lib/wire/checkout.ts';
import { CUSTOMER, invalid, refusalOf } from './given.ts';

const BODY = { ...CUSTOMER, pricingPlanReferenceCode: 'basic', callbackUrl: 'https://shop.example/done' };
const NO_PHONE = 'must be a phone number, E.164 preferred, such as +905350000000';
const NO_EMAIL = 'must be an e-mail address';

const customerOf = (more: object) =>
  initializeInput({ ...BODY, ...more }, { named: [], own: '', localRun: false }).customer;
const refusedWith = (more: object) =>
  refusalOf(() => initializeInput({ ...BODY, ...more }, { named: [], own: '', localRun: false }));

describe('the customer of a checkout', () => {
  it('is read with trimmed words, the e-mail in small letters and the national id redacted', () => {
    const { identityNumber, ...rest } = customerOf({
      name: ' Ada ',
      surname: ' Lovelace ',
      email: ' Ada@Example.COM ',
      gsmNumber: ' +905350000000 ',
    });
    expect(rest).toStrictEqual({
      name: 'Ada',
      surname: 'Lovelace',
      email: 'ada@example.com',
      gsmNumber: '+905350000000',
      billingAddress: undefined,
      shippingAddress: undefined,
    });
    expect(JSON.stringify(identityNumber)).toBe('"[redacted]"');
    expect(identityNumber.reveal()).toBe('11111111110');
  });
});

describe('the e-mail of a customer', () => {
  it.each([
    'a@b.c',
    'ada.lovelace+shop@mail.example.co.uk',
    'ada+1795709000008@example.com',
    `${'x'.repeat(242)}@example.com`,
  ])('may be %s', (email) => {
    expect(customerOf({ email }).email).toBe(email);
  });

  it.each([
    '',
    'ada',
    'ada@',
    'ada@.example.com',
    'ada@example..com',
    'ada@example',
    'ada@example.',
    'ada@example.com.',
    'a da@example.com',
    'ada@ada@example.com',
    '<ada@example.com',
    'ada@example.com>',
    '"ada"@example.com',
  ])('is not «%s»', (email) => {
    expect(refusedWith({ email })).toEqual(invalid('email', NO_EMAIL));
  });
});

describe('the phone number of a customer', () => {
  it.each(['+905350000000', '+902120000000', '+1234567', '+123456789012345'])(
    'may be a number in E.164: %s',
    (gsmNumber) => {
      expect(customerOf({ gsmNumber }).gsmNumber).toBe(gsmNumber);
    },
  );

  it.each([
    '05350000000',
    '905350000000',
    '0 535 000 00 00',
    '(0535) 000 00 00',
    '+90 (535) 000 00 00',
    ' 90-535-000-00-00 ',
  ])('is understood in the forms of Turkey: %s', (gsmNumber) => {
    expect(customerOf({ gsmNumber }).gsmNumber).toBe('+905350000000');
  });

  it.each([
    ['+123456', 'too short'],
    ['+1234567890123456', 'sixteen digits'],
    ['5528 7900 0000 0008', 'the number of a card'],
    ['374427000000003', 'fifteen digits without a sign'],
    ['+0535000000', 'a zero after the sign'],
    ['+90535000000', 'a digit too few for Turkey'],
    ['+900535000000', 'the zero of the trunk'],
    ['4350000000', 'no mobile number'],
    ['00905350000000', 'dialled from abroad'],
    ['90+5350000000', 'a sign within'],
    ['x5350000000', 'a letter first'],
    ['535.000.00.00', 'points'],
    ['+٩٠٥٣٥٠٠٠٠٠٠٠', 'other digits'],
    ['', 'nothing'],
  ])('is not «%s»: %s', (gsmNumber) => {
    expect(refusedWith({ gsmNumber })).toEqual(invalid('gsmNumber', NO_PHONE));
  });
});
