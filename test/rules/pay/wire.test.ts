import { describe, expect, it } from 'vitest';
import { got, openProvider, signed, START, startWith, type Envelope, type Provider } from './provider.ts';

const PRODUCTS = '/v2/subscription/products';

async function send(provider: Provider, path: string, headers: Record<string, string>, body = '') {
  const answer = await fetch(provider.sandbox.url + path, {
    method: body === '' ? 'GET' : 'POST',
    headers,
    ...(body === '' ? {} : { body }),
  });
  return { http: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

describe('authentication', () => {
  it('covers the bytes received, not their meaning', async () => {
    const provider = await openProvider();
    const cancel = '/v2/subscription/subscriptions/x/cancel';
    for (const body of ['{}', 'null', '{ }', '{"locale": "en"}', '{"a":"\\u00e7"}']) {
      const answer = await send(
        provider,
        cancel,
        { Authorization: signed(provider.merchant, cancel, body) },
        body,
      );
      expect(answer.text).toContain('201400');
    }
    const header = { Authorization: signed(provider.merchant, cancel, '{}') };
    expect(await send(provider, cancel, header, '{ }')).toMatchObject({ http: 401 });
  });

  it('covers the path without its query, with or without a slash at its end', async () => {
    const provider = await openProvider();
    const bare = { Authorization: signed(provider.merchant, PRODUCTS, '') };
    expect((await send(provider, `${PRODUCTS}?page=1&count=10`, bare)).http).toBe(200);
    expect((await send(provider, `${PRODUCTS}/?page=1`, bare)).http).toBe(200);
    expect((await send(provider, '/v2/subscription/customers', bare)).http).toBe(401);
  });

  it('works without x-iyzi-rnd and refuses one that differs', async () => {
    const provider = await openProvider();
    const header = { Authorization: signed(provider.merchant, PRODUCTS, '', 'r7') };
    expect((await send(provider, PRODUCTS, header)).http).toBe(200);
    expect((await send(provider, PRODUCTS, { ...header, 'x-iyzi-rnd': 'r7' })).http).toBe(200);
    const differing = await send(provider, PRODUCTS, { ...header, 'x-iyzi-rnd': 'r8' });
    expect(differing.http).toBe(401);
    expect(JSON.parse(differing.text)).toEqual({
      status: 'failure',
      errorCode: '8',
      errorMessage: 'Doğrulama anahtarı geçersiz',
      systemTime: START,
    });
  });

  it.each([
    ['is missing', undefined, '1009'],
    ['is of another scheme', 'Basic abc', '1008'],
    ['holds no key', 'IYZWSv2 abc', '1006'],
  ])('fails with its own code where the header %s', async (_, authorization, code) => {
    const provider = await openProvider();
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const { http, text } = await send(provider, PRODUCTS, headers as Record<string, string>);
    expect([http, (JSON.parse(text) as Envelope).errorCode]).toEqual([401, code]);
  });
});

describe('an answer', () => {
  it('is UTF-8 JSON in the recorded order of fields, without nulls', async () => {
    const provider = await openProvider();
    const body = '{"name":"Temel","conversationId":"c"}';
    const header = { Authorization: signed(provider.merchant, PRODUCTS, body) };
    const { http, type, text } = await send(provider, PRODUCTS, header, body);
    expect([http, type]).toEqual([200, 'application/json; charset=utf-8']);
    expect(text).toMatch(
      /^\{"status":"success","systemTime":1767261600680,"data":\{"referenceCode":"[0-9a-f-]{36}","createdDate":1767261600680,"name":"Temel","status":"ACTIVE","pricingPlans":\[\]\}\}$/,
    );
  });

  it('of a failure is HTTP 422 with four fields, in English on request', async () => {
    const { api } = await openProvider();
    const failed = await api('GET', '/v2/subscription/subscriptions/x?locale=en');
    expect(failed.http).toBe(422);
    expect(JSON.stringify(failed.body)).toBe(
      `{"status":"failure","errorCode":"201400","errorMessage":"Subscription not found","systemTime":${START}}`,
    );
  });

  it('echoes the conversation only where a form is opened', async () => {
    const provider = await openProvider();
    const plan = await provider.plan();
    const { body } = await provider.api('POST', '/v2/subscription/checkoutform/initialize', {
      conversationId: 'conv-1',
      callbackUrl: 'https://shop.example/return',
      pricingPlanReferenceCode: plan,
      subscriptionInitialStatus: 'ACTIVE',
      customer: {
        name: 'A',
        surname: 'B',
        email: 'a@example.com',
        gsmNumber: '+905350000000',
        identityNumber: '11111111111',
        billingAddress: { contactName: 'A B', city: 'Ankara', country: 'Türkiye', address: 'x' },
      },
    });
    expect(Object.keys(body)).toEqual([
      'status',
      'locale',
      'systemTime',
      'conversationId',
      'token',
      'checkoutFormContent',
      'tokenExpireTime',
    ]);
    const search = await provider.api('GET', '/v2/subscription/subscriptions?conversationId=conv-1');
    expect(JSON.stringify(search.body)).not.toContain('conv-1');
  });

  it('of the details keeps the recorded order of fields and shows orders newest first', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan()));
    const { body } = await provider.api('GET', `/v2/subscription/subscriptions/${reference}`);
    expect(Object.keys(body.data)).toEqual([
      'referenceCode',
      'parentReferenceCode',
      'pricingPlanName',
      'pricingPlanReferenceCode',
      'productName',
      'productReferenceCode',
      'customerEmail',
      'customerGsmNumber',
      'customerReferenceCode',
      'subscriptionStatus',
      'trialDays',
      'createdDate',
      'startDate',
      'orders',
    ]);
    expect(body.data.orders.map((order) => order['orderStatus'])).toEqual(['WAITING', 'SUCCESS']);
    expect(Object.keys(body.data.orders[1] ?? {})).toEqual([
      'referenceCode',
      'price',
      'currencyCode',
      'startPeriod',
      'endPeriod',
      'orderStatus',
      'paymentAttempts',
    ]);
  });
});
