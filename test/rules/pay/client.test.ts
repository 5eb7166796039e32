import { describe, expect, it } from 'vitest';
import { customer, DAY, got, GOOD_CARD, openProvider, payOf, START, startWith } from './provider.ts';
import { serve } from './receiver.ts';

describe('a hosted checkout form', () => {
  it('opens with content to render and half an hour to pay', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan();
    const ask = { planReference, customer: customer(), callbackUrl: 'https://shop.example/return' };
    const form = got(await provider.pay.openForm({ ...ask, initialStatus: 'ACTIVE', correlationId: 'c1' }));
    expect(form.expiresInSeconds).toBe(1800);
    expect(form.content).toContain(form.token);
    expect(form.paymentPageUrl).toBeUndefined();
  });

  it('is not finished until it is paid, and then names the new subscription', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan();
    const ask = { planReference, customer: customer(), callbackUrl: 'https://shop.example/return' };
    const { token } = got(
      await provider.pay.openForm({ ...ask, initialStatus: 'ACTIVE', correlationId: 'c1' }),
    );
    expect(await provider.pay.readForm(token)).toMatchObject({ ok: false, is: 'notFinished' });
    await provider.complete(token, GOOD_CARD);
    expect(got(await provider.pay.readForm(token))).toMatchObject({
      planReference,
      status: 'ACTIVE',
      providerStatus: 'ACTIVE',
      createdAt: START,
      trialEnd: undefined,
      endAt: undefined,
    });
  });

  it('opens for a customer without an address', async () => {
    const provider = await openProvider();
    const ask = { planReference: await provider.plan(), callbackUrl: 'https://shop.example/return' };
    const answer = await provider.pay.openForm({
      ...ask,
      customer: customer({ billingAddress: undefined }),
      initialStatus: 'ACTIVE',
      correlationId: 'c1',
    });
    expect(answer.ok).toBe(true);
  });
});

describe('a direct start', () => {
  it('answers the paid subscription, and its details hold the paid and the next order, oldest first', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan({ price: 49.9 });
    const { reference } = got(await startWith(provider, planReference));
    const details = got(await provider.pay.readSubscription(reference));
    expect(details).toMatchObject({ planReference, status: 'ACTIVE', customerEmail: 'ayse@example.com' });
    expect(details.orders).toMatchObject([
      {
        status: 'PAID',
        amount: '49.90',
        currency: 'TRY',
        periodStart: START,
        attempts: [{ succeeded: true, at: START }],
      },
      { status: 'WAITING', amount: '49.90', periodStart: Date.UTC(2026, 1, 1, 10, 0, 0, 680), attempts: [] },
    ]);
  });

  it('of a plan with a trial has the end of the trial', async () => {
    const provider = await openProvider();
    const started = got(await startWith(provider, await provider.plan({ trialPeriodDays: 14 })));
    expect(started).toMatchObject({ status: 'ACTIVE', trialEnd: START + 14 * DAY });
  });

  it('as pending waits until it is activated', async () => {
    const provider = await openProvider();
    const { reference, status } = got(await startWith(provider, await provider.plan(), GOOD_CARD, 'PENDING'));
    expect(status).toBe('PENDING');
    expect(got(await provider.pay.activate(reference))).toBeUndefined();
    expect(got(await provider.pay.readSubscription(reference)).status).toBe('ACTIVE');
  });
});

describe('operations on a subscription', () => {
  it('move it to another plan under a new reference and the same parent', async () => {
    const provider = await openProvider();
    const product = await provider.product();
    const old = got(await startWith(provider, await provider.plan({}, product)));
    const newPlanReference = await provider.plan({ price: 299 }, product);
    const moved = got(
      await provider.pay.upgrade({
        reference: old.reference,
        newPlanReference,
        period: 'NEXT_PERIOD',
        useTrial: false,
        resetRecurrenceCount: false,
      }),
    );
    expect(moved).toMatchObject({ planReference: newPlanReference, parentReference: old.parentReference });
    expect(moved.reference).not.toBe(old.reference);
    expect(got(await provider.pay.readSubscription(old.reference)).isReplaced).toBe(true);
  });

  it('cancel it and void its waiting order', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan()));
    expect(await provider.pay.cancel(reference)).toEqual({ ok: true, value: undefined });
    const details = got(await provider.pay.readSubscription(reference));
    expect(details).toMatchObject({ status: 'CANCELLED', providerStatus: 'CANCELED' });
    expect(details.orders.map((order) => order.status)).toEqual(['PAID', 'VOID']);
  });

  it('retry a failed order', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan()));
    await provider.control('POST', `/subscriptions/${reference}/charge`, {
      outcome: 'failure',
      errorCode: '10054',
    });
    const unpaid = got(await provider.pay.readSubscription(reference));
    const failed = unpaid.orders.at(-1)!;
    expect(unpaid.status).toBe('UNPAID');
    expect(failed.attempts).toMatchObject([
      { succeeded: false, errorCode: '10054', errorMessage: 'Vadesi dolmuş kart' },
    ]);
    expect(await provider.pay.retryOrder(failed.reference)).toEqual({ ok: true, value: undefined });
    await provider.clock.advanceTo(START + 5_000);
    expect(got(await provider.pay.readSubscription(reference)).status).toBe('ACTIVE');
  });

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

  it('open a form for another card', async () => {
    const provider = await openProvider();
    const { reference, customerReference } = got(await startWith(provider, await provider.plan()));
    const callbackUrl = 'https://shop.example/return';
    const form = got(await provider.pay.openCardForm({ customerReference, reference, callbackUrl }));
    expect(form.expiresInSeconds).toBe(1800);
    expect((await provider.complete(form.token, GOOD_CARD)).status).toBe('success');
  });
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
    const pay = payOf(url, { apiKey: 'k', secretKey: 's', merchantId: '1' });
    await pay.readSubscription('a b/c');
    await pay.cancel('r1');
    expect(seen).toEqual([
      ['GET', '/v2/subscription/subscriptions/a%20b%2Fc?locale=tr', '', undefined, 'keep-alive'],
      ['POST', '/v2/subscription/subscriptions/r1/cancel', '{"locale":"tr"}', 'application/json', 'close'],
    ]);
  });
});
