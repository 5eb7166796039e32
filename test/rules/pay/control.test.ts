import { describe, expect, it, vi } from 'vitest';
import type { PayCredentials } from '../../../sandbox/pay/sandbox.ts';
import { got, openProvider, payOf, SECOND, signed, START, startWith, type Envelope } from './provider.ts';

const CUSTOMERS = '/v2/subscription/customers';

describe('merchants', () => {
  it('are isolated from each other', async () => {
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

describe('the panel of a merchant', () => {
  it('accepts a changed secret, and refuses the old one from then on', async () => {
    const provider = await openProvider();
    const { merchant } = provider;
    const status = async (who: typeof merchant) => {
      const headers = { Authorization: signed(who, CUSTOMERS, '') };
      return (await fetch(provider.sandbox.url + CUSTOMERS, { headers })).status;
    };
    const changed = await provider.control('POST', `/merchants/${merchant.merchantId}`, {
      secretKey: 'sandbox-new',
    });
    expect(changed).toMatchObject({ apiKey: merchant.apiKey, secretKey: 'sandbox-new' });
    expect(await status(merchant)).toBe(401);
    expect(await status({ ...merchant, secretKey: 'sandbox-new' })).toBe(200);
    await provider.control('POST', `/merchants/${merchant.merchantId}`, { apiKey: 'sandbox-other' });
    expect(await status({ ...merchant, secretKey: 'sandbox-new' })).toBe(401);
    expect(await status({ ...merchant, apiKey: 'sandbox-other', secretKey: 'sandbox-new' })).toBe(200);
  });

  it('takes only an address of the web for the notifications', async () => {
    const provider = await openProvider();
    const path = `/merchants/${provider.merchant.merchantId}`;
    for (const notificationUrl of ['shop.example/hook', 'ftp://shop.example/', ''])
      expect(await provider.control('POST', path, { notificationUrl })).toEqual({
        error: `"notificationUrl" takes an http or https address, or null, not "${notificationUrl}".`,
      });
  });

  it('changes only the given fields; null stops the notifications', async () => {
    const provider = await openProvider();
    const path = `/merchants/${provider.merchant.merchantId}`;
    const notificationUrl = 'http://127.0.0.1:9/hook';
    await provider.control('POST', path, { notificationUrl, signed: false });
    expect(await provider.control('POST', path, {})).toMatchObject({
      ...provider.merchant,
      notificationUrl,
      signed: false,
    });
    expect(await provider.control('POST', path, { notificationUrl: null })).toEqual({
      ...provider.merchant,
      signed: false,
    });
  });

  it('opens an account with the demo plans on request', async () => {
    const provider = await openProvider();
    const made = await provider.control<
      PayCredentials & { plans: { status: string; productReferenceCode: string }[] }
    >('POST', '/merchants', { plans: true });
    expect(made.plans.filter(({ status }) => status === 'ACTIVE').length).toBeGreaterThanOrEqual(14);
    expect(made.plans.filter(({ status }) => status === 'PASSIVE')).toHaveLength(1);
    expect(new Set(made.plans.map((plan) => plan.productReferenceCode)).size).toBe(3);
    const products = got(await payOf(provider.sandbox.url, made).listProducts());
    expect(products.flatMap(({ plans }) => plans)).toHaveLength(made.plans.length);
  });

  it.each<[object, string]>([
    [{ secretkey: 'x' }, 'There is no "secretkey" here'],
    [{ secretKey: 7 }, '"secretKey" takes a string, not 7.'],
    [{ signed: 'no' }, '"signed" takes true or false, not "no".'],
    [{ notificationUrl: false }, '"notificationUrl" takes an http or https address, or null, not false.'],
  ])('refuses %j', async (body, line) => {
    const provider = await openProvider();
    for (const path of ['/merchants', `/merchants/${provider.merchant.merchantId}`])
      expect(await provider.control('POST', path, body)).toMatchObject({
        error: expect.stringContaining(line) as string,
      });
    expect(await provider.control('GET', '/merchants')).toHaveLength(1);
  });
});

describe('the control of misbehaviour', () => {
  it('can be limited to one path and one merchant', async () => {
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

  it('is reset by DELETE', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { failNext: 5, featureEnabled: false });
    await provider.control('DELETE', '/behaviour');
    expect((await provider.pay.listProducts()).ok).toBe(true);
  });

  it.each<[object | string, RegExp]>([
    [{ failNxt: 1 }, /^There is no "failNxt" here; there is latencyMs, .*, searchLagMs, .*\w\.$/],
    [{ toString: 1 }, /^There is no "toString" here/],
    [{ failNext: 'x' }, /^"failNext" takes a whole number from 0, not "x"\.$/],
    [{ failNext: -1 }, /^"failNext" takes a whole number from 0, not -1\.$/],
    [{ hangNext: 1.5 }, /^"hangNext" takes a whole number from 0, not 1\.5\.$/],
    [{ latencyMs: null }, /^"latencyMs" takes whole milliseconds from 0 to 2147483647, not null\.$/],
    [{ dropNotifications: 'yes' }, /^"dropNotifications" takes true or false, not "yes"\.$/],
    [{ signatureOrder: 'random' }, /^"signatureOrder" takes one of samples, prose, none, not "random"\.$/],
    [{ path: 7 }, /^"path" takes a string, not 7\.$/],
    [{ merchantId: 7, failNext: 1 }, /^"merchantId" takes a string, not 7\.$/],
    [{ merchantId: 'nobody', failNext: 1 }, /^There is no such merchant\.$/],
    [[], /^The body must be a JSON object\.$/],
    ['fail', /^The body must be a JSON object\.$/],
  ])('refuses %j in one line and changes nothing', async (body, line) => {
    const provider = await openProvider();
    const before = await provider.control('GET', '/behaviour');
    const mixed = typeof body === 'object' && !Array.isArray(body) ? { searchLagMs: 5, ...body } : body;
    const answer = await provider.control<{ error: string }>('POST', '/behaviour', mixed);
    expect(answer.error).toMatch(line);
    expect(await provider.control('GET', '/behaviour')).toEqual(before);
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

  it('delays every answer', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { latencyMs: 120 });
    const before = performance.now();
    await provider.pay.listProducts();
    expect(performance.now() - before).toBeGreaterThan(110);
  });

  it('delays the answer after the work is done', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan();
    await provider.control('POST', '/behaviour', { answerDelayMs: 3_000 });
    let answered = false;
    const started = startWith(provider, planReference).finally(() => (answered = true));
    await vi.waitFor(async () => expect(await provider.control('GET', '/ledger')).toHaveLength(1), 20_000);
    expect(answered).toBe(false);
    expect((await started).ok).toBe(true);
  });
});
