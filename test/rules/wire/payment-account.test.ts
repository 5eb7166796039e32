import { expect, it } from 'vitest';
import { payProvider } from '../../../lib/pay/provider.ts';
import { paymentBody, paymentInput } from '../../../lib/wire/payment-account.ts';

const names = payProvider.keys.map(({ name }) => name);

it('the credentials of a payment account are the keys that its provider has, and a merchant number', () => {
  const { baseUrl: _sandbox, merchantId: _number, ...keys } = paymentBody._zod.def.shape;
  expect(Object.keys(keys)).toEqual(names);
});

it('each key reaches the provider, and nothing else does', () => {
  const given = Object.fromEntries(names.map((name) => [name, `my ${name}`]));
  const { baseUrl, ...read } = paymentInput({ ...given, merchantId: '7', csrf: 'x' }, false);
  expect(baseUrl).toBeUndefined();
  expect(payProvider.keysOf({ ...read, baseUrl: payProvider.addressFor(read) })).toEqual(given);
});
