import { describe, expect, it } from 'vitest';
import { authorization, signature } from '../../../lib/pay/iyzico/sign.ts';

const apiKey = 'sandbox-DEMOapiKey0000000000000000000000';
const secretKey = 'sandbox-DEMOsecretKey00000000000000000';
const randomKey = '1693400000abc';
const formBody =
  '{"locale":"tr","conversationId":"conv-1","callbackUrl":"https://shop.example/return","pricingPlanReferenceCode":"11111111-2222-3333-4444-555555555555","subscriptionInitialStatus":"ACTIVE","customer":{"name":"Ayşe","surname":"Yılmaz","identityNumber":"11111111111","email":"ayse@example.com","gsmNumber":"+905350000000","billingAddress":{"contactName":"Ayşe Yılmaz","address":"Örnek Sok. 1","city":"Ankara","country":"Türkiye","zipCode":"06000"}}}';

describe("a request's signature", () => {
  it.each([
    [
      'covers the body of a POST',
      '/v2/subscription/products',
      '{"name":"Temel","locale":"tr"}',
      '27e5698c2134e3748f56a66d379381a20b2d54c5bbd4c6623cd0db09de50d0a9',
    ],
    [
      'covers the bare path of a GET without body',
      '/v2/subscription/products',
      '',
      '6765eff8fe414169e6d82f000639bfcfec341b53e94336d03d22f0a9f162ec35',
    ],
    [
      'covers an empty object where one is sent',
      '/v2/subscription/products',
      '{}',
      '041d0838eec0ee683f412dbfffe5f775cda6302725d0f63ea0c12c7fe2a14f0f',
    ],
    [
      'covers the path of a POST without body',
      '/v2/subscription/subscriptions/99999999-8888-7777-6666-555555555555/activate',
      '',
      '44a72a27c0692bb5abb7fb90827e6001a4a86ddd36299654f423cc0adf121792',
    ],
    [
      'covers letters outside ASCII as UTF-8',
      '/v2/subscription/checkoutform/initialize',
      formBody,
      '1aa188b724f71e9bfb4462d3b46bea5b5d797bcdd7d67343a81332241ce2d601',
    ],
  ])('%s', (_, path, body, wanted) => {
    expect(signature({ secretKey, randomKey, path, body })).toBe(wanted);
  });

  it('is that of the PHP client for the same keys', () => {
    const signed = {
      secretKey: 'test',
      randomKey: '123456789',
      path: '/v2/subscription/initialize',
      body: '',
    };
    expect(signature(signed)).toBe('bc44b2f4dfb8df74147b1f527ff636444c3b3d3a1ff97dcb3366bc293facf298');
  });
});

describe('the Authorization header', () => {
  it('is the scheme and the padded Base64 of key, random key and signature', () => {
    const signed = {
      secretKey,
      randomKey,
      path: '/v2/subscription/products',
      body: '{"name":"Temel","locale":"tr"}',
    };
    expect(authorization(apiKey, signed)).toBe(
      'IYZWSv2 YXBpS2V5OnNhbmRib3gtREVNT2FwaUtleTAwMDAwMDAwMDAwMDAwMDAwMDAwMDAmcmFuZG9tS2V5OjE2OTM0MDAwMDBhYmMmc2lnbmF0dXJlOjI3ZTU2OThjMjEzNGUzNzQ4ZjU2YTY2ZDM3OTM4MWEyMGIyZDU0YzViYmQ0YzY2MjNjZDBkYjA5ZGU1MGQwYTk=',
    );
  });

  it('is the documented one for a body with letters outside ASCII', () => {
    const signed = { secretKey, randomKey, path: '/v2/subscription/checkoutform/initialize', body: formBody };
    expect(authorization(apiKey, signed)).toBe(
      'IYZWSv2 YXBpS2V5OnNhbmRib3gtREVNT2FwaUtleTAwMDAwMDAwMDAwMDAwMDAwMDAwMDAmcmFuZG9tS2V5OjE2OTM0MDAwMDBhYmMmc2lnbmF0dXJlOjFhYTE4OGI3MjRmNzFlOWJmYjQ0NjJkM2I0NmJlYTViNWQ3OTdiY2RkN2Q2NzM0M2E4MTMzMjI0MWNlMmQ2MDE=',
    );
  });
});
