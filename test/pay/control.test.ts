import { describe, expect, it, vi } from 'vitest';
import { DAY, got, openProvider, SECOND, signed, START, startWith, type Envelope } from './provider.ts';

const CUSTOMERS = '/v2/subscription/customers';

describe('merchants', () => {
  it('see nothing of each other', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan();
    const { reference } = got(await startWith(provider, planReference));
    const merchant = await provider.control<{ apiKey: string; secretKey: string; merchantId: string }>(
      'POST',
      '/merchants',
      { notificationUrl: 'http://127.0.0.1:9/hook' },
    );
    const stranger = (path: string) =>
      fetch(provider.sandbox.url + path, { headers: { Authorization: signed(merchant, path, '') } });
    for (const path of [
      `/v2/subscription/subscriptions/${reference}`,
      `/v2/subscription/pricing-plans/${planReference}`,
    ])
      expect((await stranger(path)).status).toBe(422);
    const search = (await (await stranger('/v2/subscription/subscriptions')).json()) as Envelope;
    expect(search.data.items).toEqual([]);
    expect(await provider.control<unknown[]>('GET', '/merchants')).toHaveLength(2);
    expect(await provider.control<unknown[]>('GET', `/ledger?merchantId=${merchant.merchantId}`)).toEqual([]);
  });
});

describe('the control of misbehaviour', () => {
  it('aims at one path and at one merchant', async () => {
    const provider = await openProvider();
    const { merchant } = provider;
    const aim = { merchantId: merchant.merchantId, failNext: 1, path: '/customers' };
    await provider.control('POST', '/behaviour', aim);
    const status = async (who: typeof merchant) => {
      const headers = { Authorization: signed(who, CUSTOMERS, '') };
      return (await fetch(provider.sandbox.url + CUSTOMERS, { headers })).status;
    };
    expect((await provider.pay.listProducts()).ok).toBe(true);
    expect(await status(provider.sandbox.addMerchant())).toBe(200);
    expect(await status(merchant)).toBe(500);
    expect(await status(merchant)).toBe(200);
  });

  it('is reset by DELETE and refuses what it does not know', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { failNext: 5, featureEnabled: false });
    await provider.control('DELETE', '/behaviour');
    expect((await provider.pay.listProducts()).ok).toBe(true);
    expect(await provider.control('POST', '/behaviour', { failNxt: 1 })).toEqual({
      error: 'There is no behaviour "failNxt".',
    });
    expect(await provider.control('POST', '/behaviour', { failNext: 'x' })).toHaveProperty('error');
  });

  it('hides a new subscription from searches for a while', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { searchLagMs: 5_000 });
    const planReference = await provider.plan();
    const { reference } = got(await startWith(provider, planReference));
    expect(got(await provider.pay.search({ planReference }))).toEqual([]);
    expect((await provider.pay.readSubscription(reference)).ok).toBe(true);
    await provider.clock.advanceTo(START + 5 * SECOND);
    expect(got(await provider.pay.search({ planReference }))).toHaveLength(1);
  });

  it('makes every answer late', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { latencyMs: 120 });
    const before = performance.now();
    await provider.pay.listProducts();
    expect(performance.now() - before).toBeGreaterThan(110);
  });

  it('has done its work some time before it answers', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan();
    await provider.control('POST', '/behaviour', { answerDelayMs: 300 });
    let answered = false;
    const started = startWith(provider, planReference).finally(() => (answered = true));
    await vi.waitFor(async () => expect(await provider.control('GET', '/ledger')).toHaveLength(1));
    expect(answered).toBe(false);
    expect((await started).ok).toBe(true);
  });
});

describe('foreign currency', () => {
  it('is paid by foreign cards only', async () => {
    const provider = await openProvider();
    const plan = await provider.plan({ currencyCode: 'USD' });
    expect(await startWith(provider, plan)).toMatchObject({ is: 'declined', providerCode: '5184' });
    expect((await startWith(provider, plan, '5400010000000004')).ok).toBe(true);
  });
});

describe('the ledger', () => {
  it('holds every attempt with who, what and when', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan({ paymentInterval: 'DAILY', price: 49.9 });
    await startWith(provider, planReference, '4111111111111129');
    const { reference } = got(await startWith(provider, planReference));
    await provider.clock.advanceTo(START + DAY);
    const common = {
      kind: 'order',
      merchantId: provider.merchant.merchantId,
      amount: '49.90',
      currency: 'TRY',
    };
    expect(await provider.control('GET', '/ledger')).toMatchObject([
      { ...common, status: 'FAILED', errorCode: '10051', subscriptionReferenceCode: null, time: START },
      { ...common, status: 'SUCCESS', errorCode: null, subscriptionReferenceCode: reference, time: START },
      { ...common, status: 'SUCCESS', customerEmail: 'ayse@example.com', time: START + DAY },
    ]);
  });
});
