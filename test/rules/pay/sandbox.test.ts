import { describe, expect, it } from 'vitest';
import { customer, got, GOOD_CARD, openProvider, signed, startWith, type Provider } from './provider.ts';

const PRODUCTS = '/v2/subscription/products';

async function send(provider: Provider, path: string, headers: Record<string, string>, body?: string) {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(provider.sandbox.url + path, {
    ...{ method, headers },
    ...(body !== undefined && { body }),
  });
  return { http: answer.status, body: (await answer.json()) as { errorCode?: string } };
}

describe('a sandbox no laxer than the provider', () => {
  it('verifies the bytes received and the path without its query', async () => {
    const provider = await openProvider();
    const bare = { Authorization: signed(provider.merchant, PRODUCTS, '') };
    expect((await send(provider, `${PRODUCTS}?page=1&count=10`, bare)).http).toBe(200);
    expect((await send(provider, '/v2/subscription/customers', bare)).http).toBe(401);
    expect((await send(provider, PRODUCTS, { ...bare, 'x-iyzi-rnd': 'other' })).http).toBe(401);
    const cancel = '/v2/subscription/subscriptions/x/cancel';
    const posted = { Authorization: signed(provider.merchant, cancel, '{}') };
    expect(await send(provider, cancel, posted, '{}')).toMatchObject({ body: { errorCode: '201400' } });
    expect((await send(provider, cancel, posted, '{ }')).http).toBe(401);
  });

  it.each([
    [{}, '1009'],
    [{ Authorization: 'Basic abc' }, '1008'],
    [{ Authorization: 'IYZWSv2 abc' }, '1006'],
  ])('refuses what is not signed: %j', async (headers: Record<string, string>, errorCode) => {
    const answer = await send(await openProvider(), PRODUCTS, headers);
    expect(answer).toMatchObject({ http: 401, body: { errorCode } });
  });

  it('shows a merchant nothing of another', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan()));
    const path = `/v2/subscription/subscriptions/${reference}`;
    const stranger = { Authorization: signed(provider.sandbox.addMerchant(), path, '') };
    expect((await send(provider, path, stranger)).http).toBe(422);
  });

  it.each([
    ['an e-mail address', { email: undefined }, '3'],
    ['a phone number of Türkiye', { gsmNumber: '+4915112345678' }, '27'],
    ['a phone number that is not plainly made up', { gsmNumber: '+905555555555' }, '200310'],
    ['an identity number', { identityNumber: undefined }, '8'],
    ['a billing address', { billingAddress: undefined }, '24'],
  ])('wants of a customer %s', async (_, fields, errorCode) => {
    const { api } = await openProvider();
    const person = { ...customer(), identityNumber: '11111111111', ...fields };
    const answer = await api('POST', '/v2/subscription/customers', person);
    expect(answer).toMatchObject({ http: 422, body: { errorCode } });
  });

  it('charges once, however often a form is completed', async () => {
    const provider = await openProvider();
    const ask = { planReference: await provider.plan(), callbackUrl: 'https://shop.example/return' };
    const { token } = got(
      await provider.pay.openForm({
        ...ask,
        ...{ customer: customer(), initialStatus: 'ACTIVE', correlationId: 'c' },
      }),
    );
    await Promise.all([1, 2, 3].map(() => provider.complete(token, GOOD_CARD)));
    expect(await provider.control('GET', '/ledger')).toHaveLength(1);
  });

  it.each<[object | string, RegExp]>([
    [{ failNxt: 1 }, /^There is no "failNxt" here; there is latencyMs, /],
    [{ failNext: -1 }, /^"failNext" takes a whole number from 0, not -1\.$/],
    [{ signatureOrder: 'random' }, /^"signatureOrder" takes one of samples, prose, none, not "random"\.$/],
    [{ merchantId: 'nobody', failNext: 1 }, /^There is no such merchant\.$/],
    ['fail', /^The body must be a JSON object\.$/],
  ])('refuses the switch %j in one line and changes nothing', async (body, line) => {
    const provider = await openProvider();
    const before = await provider.control('GET', '/behaviour');
    const mixed = typeof body === 'object' ? { searchLagMs: 5, ...body } : body;
    expect((await provider.control<{ error: string }>('POST', '/behaviour', mixed)).error).toMatch(line);
    expect(await provider.control('GET', '/behaviour')).toEqual(before);
  });
});
