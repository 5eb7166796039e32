import { describe, expect, it } from 'vitest';
import { initializeInput } from '../../../lib/wire/checkout.ts';
import { CUSTOMER, invalid, refusalOf } from './given.ts';

const BODY = { ...CUSTOMER, pricingPlanReferenceCode: 'basic', callbackUrl: 'https://shop.example/done' };
const ADDRESS = { contactName: 'Ada', country: 'Turkey', city: 'Ankara', address: 'Street 1' };
const CARD = '5528 7900 0000 0008';
const NO_CARD = 'must not hold a card number';
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

  it.each(['name', 'surname', 'email', 'gsmNumber', 'identityNumber'])('must have: %s', (field) => {
    expect(refusedWith({ [field]: undefined })).toEqual(invalid(field, 'is required'));
    expect(refusedWith({ [field]: null })).toEqual(invalid(field, 'must be of type string'));
  });

  it.each(['name', 'surname'])(
    'has a %s of at most 255 characters, in which there is no card number',
    (field) => {
      expect(customerOf({ [field]: 'x'.repeat(255) })).toMatchObject({ [field]: 'x'.repeat(255) });
      expect(refusedWith({ [field]: 'x'.repeat(256) })).toEqual(
        invalid(field, 'must be at most 255 characters'),
      );
      expect(refusedWith({ [field]: ' ' })).toEqual(invalid(field, 'must not be empty'));
      expect(refusedWith({ [field]: CARD })).toEqual(invalid(field, NO_CARD));
    },
  );

  it.each(['1111111111', '111111111101', '1111111111a', ' 11111111110', ''])(
    'has a national id of exactly eleven digits: not «%s»',
    (identityNumber) => {
      expect(refusedWith({ identityNumber })).toEqual(invalid('identityNumber', 'must be 11 digits'));
    },
  );
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

  it('holds no card number', () => {
    const email = '5528790000000008@example.com';
    expect(refusedWith({ email })).toEqual(invalid('email', NO_CARD));
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@.com',
    'ada@.example.com',
    'ada@example..com',
    'ada@mail.example..co.uk',
    'ada@example',
    'ada@examplecom',
    'ada@example.',
    'ada@example.com.',
    'a da@example.com',
    'ada@exam ple.com',
    'ada@example.c om',
    'ada@ada@example.com',
    'ada@example.c@m',
    '<ada@example.com',
    'ada>@example.com',
    'ada@<example.com',
    'ada@example.com>',
    '"ada"@example.com',
    'ada@"example.com',
    'ada@example.com"',
  ])('is not «%s»', (email) => {
    expect(refusedWith({ email })).toEqual(invalid('email', NO_EMAIL));
  });

  it('has at most 254 characters', () => {
    expect(refusedWith({ email: `${'x'.repeat(243)}@example.com` })).toEqual(
      invalid('email', 'must be at most 254 characters'),
    );
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
    '5350000000',
    '0 535 000 00 00',
    '0 (535) 000-00-00',
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
    ['+9053500000000', 'a digit too many for Turkey'],
    ['+900535000000', 'the zero of the trunk'],
    ['4350000000', 'no mobile number'],
    ['00905350000000', 'dialled from abroad'],
    ['535000000', 'too short for Turkey'],
    ['++905350000000', 'two signs'],
    ['90+5350000000', 'a sign within'],
    ['x5350000000', 'a letter first'],
    ['5350000000x', 'a letter last'],
    ['535.000.00.00', 'points'],
    ['+٩٠٥٣٥٠٠٠٠٠٠٠', 'other digits'],
    ['', 'nothing'],
  ])('is not «%s»: %s', (gsmNumber) => {
    expect(refusedWith({ gsmNumber })).toEqual(invalid('gsmNumber', NO_PHONE));
  });
});

describe.each(['billingAddress', 'shippingAddress'] as const)('the %s of a customer', (which) => {
  it('is read as it was given', () => {
    const full = { ...ADDRESS, zipCode: '06420' };
    expect(customerOf({ [which]: { ...full, more: 1 } })[which]).toStrictEqual(full);
  });

  it.each([{}, { zipCode: null }, { zipCode: ' ' }])('may lack the zip code: %j', (zip) => {
    expect(customerOf({ [which]: { ...ADDRESS, ...zip } })[which]).toEqual(ADDRESS);
  });

  it.each([null, ''])('may be empty: %j', (nothing) => {
    expect(customerOf({ [which]: nothing })[which]).toBeUndefined();
  });

  it.each(['contactName', 'country', 'city', 'address'])('must have: %s', (field) => {
    const without = { [which]: { ...ADDRESS, [field]: undefined } };
    expect(refusedWith(without)).toEqual(invalid(`${which}.${field}`, 'is required'));
  });

  it.each(['contactName', 'country', 'city', 'address', 'zipCode'])('has no card number as %s', (field) => {
    const withCard = { [which]: { ...ADDRESS, [field]: CARD } };
    expect(refusedWith(withCard)).toEqual(invalid(`${which}.${field}`, NO_CARD));
  });

  it.each([
    ['contactName', 255],
    ['country', 255],
    ['city', 255],
    ['address', 1000],
    ['zipCode', 32],
  ])('has a %s of at most %i characters', (field, most) => {
    const of = (length: number) => ({ [which]: { ...ADDRESS, [field]: 'x'.repeat(length) } });
    expect(customerOf(of(most))[which]).toHaveProperty(field, 'x'.repeat(most));
    expect(refusedWith(of(most + 1))).toEqual(
      invalid(`${which}.${field}`, `must be at most ${most} characters`),
    );
    if (field !== 'zipCode')
      expect(refusedWith(of(0))).toEqual(invalid(`${which}.${field}`, 'must not be empty'));
  });
});
