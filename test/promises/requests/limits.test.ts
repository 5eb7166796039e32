import { describe, expect, it } from 'vitest';
import { RATE_LIMITS_PER_MINUTE } from '../../../lib/limits.ts';
import { directBody } from '../../support/world/shop.ts';
import { checkoutBody, GOOD_CARD, makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openWorld } from '../../support/world/opened.ts';

/** Real time for the provider to answer 130 requests at once, also on a busy machine. */
const PATIENCE_MS = 60_000;

const world = await openWorld(undefined, { money: PATIENCE_MS, read: PATIENCE_MS });
const shop = await makeTenant(world);

const list = (query: Record<string, string>) => shop.call('plans/list', { query });
const start = (more: Record<string, unknown>) =>
  shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!, more) });
const direct = (card: Record<string, unknown>) =>
  shop.call('checkout/initialize-direct', {
    body: directBody(shop.plans.basic!, { paymentCard: { ...GOOD_CARD, ...card } }),
  });
const refused = (field: string, message: unknown = expect.any(String)) => ({
  status: 400,
  body: { error: 'invalid_request', details: [{ field, message }] },
});

describe('spec: Limits', () => {
  it('pageSize: default 10, maximum 100; page default 1', async () => {
    for (const nothing of ['', ' '])
      expect((await list({ page: nothing })).body).toMatchObject({ page: 1, pageSize: 10 });
    expect((await list({ pageSize: '100', page: '01' })).body).toMatchObject({ page: 1, pageSize: 100 });
    expect((await list({ page: '999999999' })).status).toBe(200);
    expect(await list({ pageSize: '101' })).toMatchObject(refused('pageSize'));
  });

  it.each(['0', '-1', '+1', '1.5', 'ten', '1e2', ' 5', '5 ', '0000000001', '99999999999'])(
    'our choice: pageSize or page %j is a 400, never clamped',
    async (value) => {
      expect(await list({ pageSize: value })).toMatchObject(refused('pageSize'));
      expect(await list({ page: value })).toMatchObject(refused('page'));
    },
  );

  it('limit of GET /subscribers/invoices: default 10, maximum 100', async () => {
    for (const limit of ['0', '101', 'x'])
      expect(await shop.call('subscribers/invoices', { query: { 'svc-id': 'x', limit } })).toMatchObject(
        refused('limit'),
      );
  });

  it('identityNumber: 11 digits', async () => {
    for (const identityNumber of ['1234567890', '123456789012', '1234567890a', '', 12345678901])
      expect(await start({ identityNumber })).toMatchObject(refused('identityNumber'));
    expect((await start({ identityNumber: '12345678901' })).status).toBe(200);
  });

  it('expireMonth / expireYear: 2 digits / 4 digits', async () => {
    for (const expireMonth of ['1', '013', '001', '00', '13', '20', 'ab', '1a', 'a1'])
      expect(await direct({ expireMonth })).toMatchObject(
        refused('paymentCard.expireMonth', 'must be two digits from 01 to 12'),
      );
    for (const expireYear of ['30', '203', '20300', 'abcd', '203x', 'x203'])
      expect(await direct({ expireYear })).toMatchObject(
        refused('paymentCard.expireYear', 'must be four digits'),
      );
    expect(await direct({ expireYear: '2025', expireMonth: '12' })).toMatchObject(
      refused('paymentCard.expireYear'),
    );
    expect((await direct({ expireYear: '2026', expireMonth: '01' })).status).toBe(200);
  });

  it('tokenExpireTime: reported in seconds in each response', async () => {
    expect((await start({})).body.tokenExpireTime).toBe(1800);
  });

  it('our choice: bodies over 64 KB are refused with 413', async () => {
    const empty = JSON.stringify({ filler: '' }).length;
    const of = (bytes: number) => JSON.stringify({ filler: 'x'.repeat(bytes - empty) });
    const send = (raw: string) =>
      shop.call('subscribers/cancel', { raw, headers: { 'content-type': 'application/json' } });
    expect((await send(of(65_536))).body.error).toBe('missing_identifier');
    expect(await send(of(65_537))).toMatchObject({ status: 413, body: { error: 'body_too_large' } });
  });
});

describe('spec: Limits per tenant and minute', () => {
  it('our choice: RateLimit-Limit, -Remaining and -Reset are on every answer, good or bad', async () => {
    const fresh = await makeTenant(world);
    const good = await fresh.call('plans/list');
    const bad = await fresh.call('plans/list', { query: { page: 'x' } });
    expect(good.headers).toMatchObject({
      'ratelimit-limit': '6000',
      'ratelimit-remaining': '5999',
      'ratelimit-reset': '60',
    });
    expect(bad.headers).toMatchObject({ 'ratelimit-limit': '6000', 'ratelimit-remaining': '5998' });
  });

  it.each([
    ['checkout/initialize', 'hostedCheckouts'],
    ['checkout/update-card', 'hostedCheckouts'],
    ['checkout/initialize-direct', 'directCheckouts'],
    ['subscribers/cancel', 'writes'],
    ['subscribers/invoices', 'reads'],
  ] as const)('our choice: %s counts as %s', async (route, limit) => {
    const fresh = await makeTenant(world);
    const { headers } = await fresh.call(route, { body: {} });
    expect(headers['ratelimit-limit']).toBe(String(RATE_LIMITS_PER_MINUTE[limit]));
  });

  it('our choice: beyond it 429 rate_limited with Retry-After until the minute is over; other tenants are not affected', async () => {
    const fresh = await makeTenant(world);
    const other = await makeTenant(world);
    const ask = (who = fresh) => who.call('checkout/initialize', { body: checkoutBody(who.plans.basic!) });
    const all = await Promise.all(
      Array.from({ length: RATE_LIMITS_PER_MINUTE.hostedCheckouts + 30 }, () => ask()),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(RATE_LIMITS_PER_MINUTE.hostedCheckouts);
    const limited = await ask();
    expect(limited).toMatchObject({ status: 429, body: { status: 'failure', error: 'rate_limited' } });
    expect(limited.headers).toMatchObject({
      'retry-after': '60',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '60',
    });
    expect((await ask(other)).status).toBe(200);
    expect((await fresh.call('subscribers/cancel', { body: {} })).status).toBe(400);
    await world.clock.advanceTo(world.clock.now() + 59_999);
    expect((await ask()).status).toBe(429);
    await world.clock.advanceTo(world.clock.now() + 1);
    expect((await ask()).status).toBe(200);
  });

  it.each([
    ['its body', () => ({ body: {} })],
    [
      'its Idempotency-Key',
      ({ plans }: TestTenant) => ({
        body: directBody(plans.basic!),
        headers: { 'idempotency-key': 'two words' },
      }),
    ],
  ])('our choice: a checkout refused as invalid for %s does not count', async (_for, request) => {
    const fresh = await makeTenant(world);
    const ask = () => fresh.call('checkout/initialize-direct', request(fresh));
    for (let i = 0; i < RATE_LIMITS_PER_MINUTE.directCheckouts + 5; i++)
      expect((await ask()).status).toBe(400);
    expect((await ask()).headers).toMatchObject({ 'ratelimit-limit': '50', 'ratelimit-remaining': '50' });
  });
});
