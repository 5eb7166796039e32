import { describe, expect, it } from 'vitest';
import type { PayAccount } from '../../../lib/pay/pay.ts';
import { iyzicoNotifications } from '../../../lib/pay/iyzico/notifications.ts';

const account = {
  baseUrl: 'https://api.iyzipay.com',
  apiKey: 'sandbox-DEMOapiKey0000000000000000000000',
  secretKey: 'sandbox-DEMOsecretKey00000000000000000',
  merchantId: '3380001',
};
const payload = {
  orderReferenceCode: 'aaaaaaaa-0000-4000-8000-000000000001',
  customerReferenceCode: 'cccccccc-0000-4000-8000-000000000003',
  subscriptionReferenceCode: '99999999-8888-7777-6666-555555555555',
  iyziReferenceCode: 'eeeeeeee-0000-4000-8000-000000000005',
  iyziEventType: 'subscription.order.success',
  iyziEventTime: 1767225610000,
};
const success = JSON.stringify(payload);
const failure = JSON.stringify({ ...payload, iyziEventType: 'subscription.order.failure' });
const asInSamples = 'd16cad458ce1e3f70401cb831d7f6fe00618461921b7f56157f3ec8ddf06c6ea';
const asInProse = '859b3b2e86eb6e58717e20a585f7774bda69eac5e39cd2babb5188d588fb6576';

const isSigned = (body: string, signature: string, by: PayAccount) =>
  iyzicoNotifications.isSigned({ headers: { 'x-iyz-signature-v3': signature }, body }, by);

describe('a notification', () => {
  it.each([
    ['of a charge', success],
    ['of a refused order', failure],
  ])('%s names its subscription', (_, body) => {
    expect(iyzicoNotifications.referenceIn({ headers: {}, body })).toBe(payload.subscriptionReferenceCode);
  });

  it('of four fields with short codes does too', () => {
    const body =
      '{"orderReferenceCode":"o1","subscriptionReferenceCode":"s1","iyziReferenceCode":"n1","iyziEventType":"subscription.order.success"}';
    expect(iyzicoNotifications.referenceIn({ headers: {}, body })).toBe('s1');
  });

  it.each([
    ['no JSON', 'token=1'],
    ['a list', '[]'],
    ['null', 'null'],
    ['without a subscription', '{"iyziEventType":"subscription.order.success"}'],
    ['without a type', '{"subscriptionReferenceCode":"s1"}'],
    ['of a payment', '{"subscriptionReferenceCode":"s1","iyziEventType":"CHECKOUT_FORM_AUTH"}'],
    [
      "of a type named like an object's own member",
      '{"subscriptionReferenceCode":"s1","iyziEventType":"toString"}',
    ],
  ])('is not found in a body that is %s', (_, body) => {
    expect(iyzicoNotifications.referenceIn({ headers: {}, body })).toBeUndefined();
  });
});

describe("a notification's signature", () => {
  it.each([
    ["in the order of the documentation's samples", success, asInSamples],
    ["in the order of the documentation's prose", success, asInProse],
    ['of a refused order', failure, '00809d0bd0736405bed8bde5a8a866db90c80623487071992771e1ccd076191e'],
    ['in capital letters', success, asInSamples.toUpperCase()],
  ])('is accepted %s', (_, body, signature) => {
    expect(isSigned(body, signature, account)).toBe(true);
  });

  it.each([
    ['another event', failure, asInSamples],
    ['another order', success.replace('000000000001', '000000000002'), asInSamples],
    ['one changed digit', success, asInSamples.replace(/a$/, 'b')],
    ['nothing', success, ''],
    ['half of it', success, asInSamples.slice(0, 32)],
    ['more than it', success, `${asInSamples}00`],
    ['something behind it', success, `${asInSamples}zz`],
    ['something that is no hexadecimal text', success, 'z'.repeat(64)],
    ['a body that is no JSON', 'x', asInSamples],
  ])('is refused for %s', (_, body, signature) => {
    expect(isSigned(body, signature, account)).toBe(false);
  });

  it('is refused with another secret or another merchant number', () => {
    expect(isSigned(success, asInSamples, { ...account, secretKey: 'other' })).toBe(false);
    expect(isSigned(success, asInSamples, { ...account, merchantId: '3380002' })).toBe(false);
  });

  it('is refused where it is missing', () => {
    expect(iyzicoNotifications.isSigned({ headers: {}, body: success }, account)).toBe(false);
  });

  it('cannot be verified without a merchant number', () => {
    expect(isSigned(success, asInSamples, { ...account, merchantId: undefined })).toBe(false);
  });
});
