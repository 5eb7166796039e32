import { describe, expect, it } from 'vitest';
import { got, openProvider, payOf, someone, START, startWith } from './provider.ts';
import { serve } from './receiver.ts';

describe('operations on a subscription', () => {
  it.each([
    ['halfAnHour', 1_800],
    ['fiveMinutes', 300],
    ['absurd', 1_800],
    ['unsaid', 1_800],
  ])(
    'open a form for another card that lives as long as it says, if that is a lifetime: %s',
    async (formLifetime, seconds) => {
      const provider = await openProvider();
      await provider.control('POST', '/behaviour', { formLifetime });
      const { reference, customerReference } = got(await startWith(provider, await provider.plan()));
      const callbackUrl = 'https://shop.example/return';
      const form = got(await provider.pay.openCardForm({ customerReference, reference, callbackUrl }));
      expect(form.expiresInSeconds).toBe(seconds);
    },
  );
});

describe('the catalogue', () => {
  it('is read with prices of two places, intervals and whether a plan is on sale', async () => {
    const provider = await openProvider();
    const product = await provider.product();
    const weekly = await provider.plan(
      { price: '49.9', paymentInterval: 'WEEKLY', paymentIntervalCount: 2 },
      product,
    );
    const retired = await provider.plan({ currencyCode: 'EUR', trialPeriodDays: 7 }, product);
    await provider.control('POST', `/plans/${retired}`, { status: 'PASSIVE' });
    const [read] = got(await provider.pay.listProducts());
    expect(read?.reference).toBe(product);
    expect(read?.plans).toMatchObject([
      {
        reference: weekly,
        price: '49.90',
        interval: 'WEEKLY',
        intervalCount: 2,
        active: true,
        createdAt: START,
      },
      {
        reference: retired,
        price: '199.00',
        currency: 'EUR',
        trialDays: 7,
        active: false,
        productReference: product,
      },
    ]);
  });
});

describe('what goes over the wire', () => {
  it('is a GET without body and an object of the language alone for a POST without fields', async () => {
    const seen: unknown[] = [];
    const url = await serve(({ method, path, body, headers }, answer) => {
      seen.push([method, path, body, headers['content-type'], headers.connection]);
      answer(200, '{"status":"success"}');
    });
    const pay = payOf(url, someone);
    await pay.readSubscription('a b/c');
    await pay.cancel('r1');
    expect(seen).toEqual([
      ['GET', '/v2/subscription/subscriptions/a%20b%2Fc?locale=tr', '', undefined, 'keep-alive'],
      ['POST', '/v2/subscription/subscriptions/r1/cancel', '{"locale":"tr"}', 'application/json', 'close'],
    ]);
  });
});
