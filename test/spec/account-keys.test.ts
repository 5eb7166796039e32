import { describe, expect } from 'vitest';
import { it } from '../world/fixtures.ts';
import { ROUTES } from '../../lib/routes.ts';
import { anyText, like, TIME } from '../world/expecting.ts';
import { DAY, MINUTE } from '../world/shop.ts';
import { type TestTenant } from '../world/tenant.ts';

interface Pair {
  readonly apiKey: string;
  readonly apiSecret: string;
}

const headersOf = ({ apiKey, apiSecret }: Pair) => ({ 'x-api-key': apiKey, 'x-api-secret': apiSecret });

async function created(shop: TestTenant, body: Record<string, unknown> = {}): Promise<Pair> {
  const answer = await shop.call('account/create-key', { body });
  expect(answer.status).toBe(200);
  return answer.body.data as Pair;
}

async function listed(shop: TestTenant, query: Record<string, string> = {}) {
  const { body } = await shop.call('account/list-keys', { query });
  return body as unknown as { data: Record<string, unknown>[]; has_more: boolean };
}

describe('POST /account/keys', () => {
  it('answers the key and its secret, which is shown once', async ({ shop }) => {
    const { status, body } = await shop.call('account/create-key', {
      body: { label: 'till', scope: 'read' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      data: {
        apiKey: like(new RegExp(`^svck_test_${shop.tenant.id}_`)),
        label: 'till',
        scope: 'read',
        state: 'ACTIVE',
        createdAt: TIME,
        expiresAt: null,
        lastUsedAt: null,
        createdBy: { by: 'key', who: shop.headers['x-api-key'] },
        endedBy: null,
        apiSecret: like(/^svcs_/),
      },
    });
    expect((await shop.call('account/list-keys')).text).not.toContain('svcs_');
  });

  it.for([[{ label: 'x'.repeat(65) }], [{ scope: 'write' }], [{ label: 7 }]])(
    'refuses %j',
    async ([body], { shop }) => {
      expect(await shop.call('account/create-key', { body })).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      });
    },
  );

  it('our choice: repeated under its Idempotency-Key it makes no second key and shows no secret', async ({
    world,
    shop,
  }) => {
    const ask = { body: { label: 'once' }, headers: { 'idempotency-key': 'once' } };
    const first = (await shop.call('account/create-key', ask)).body.data as Pair;
    const again = await shop.call('account/create-key', ask);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data).toEqual({ ...first, apiSecret: null });
    expect((await listed(shop)).data).toHaveLength(2);
    expect(world.written.join()).not.toContain(first.apiSecret);
  });
});

describe('GET /account/keys', () => {
  it('lists all pairs in the list envelope, newest first, never a secret', async ({ world, shop }) => {
    await world.clock.advanceTo(world.clock.now() + 1);
    const first = await created(shop, { label: 'one' });
    await world.clock.advanceTo(world.clock.now() + 1);
    const second = await created(shop, { label: 'two' });
    const page = await listed(shop, { limit: '1' });
    expect(page).toEqual({
      status: 'success',
      object: 'list',
      url: '/account/keys',
      has_more: true,
      limit: 1,
      starting_after: null,
      ending_before: null,
      data: [expect.objectContaining({ apiKey: second.apiKey, label: 'two' })],
    });
    const older = await listed(shop, { starting_after: second.apiKey });
    expect(older.data.map(({ apiKey }) => apiKey)).toEqual([first.apiKey, shop.headers['x-api-key']]);
    const newer = await listed(shop, { ending_before: shop.headers['x-api-key']!, limit: '1' });
    expect([newer.data.map(({ apiKey }) => apiKey), newer.has_more]).toEqual([[first.apiKey], true]);
    const wrong = await shop.call('account/list-keys', { query: { starting_after: 'svck_test_x' } });
    expect(wrong.body).toMatchObject({ error: 'invalid_cursor' });
  });

  it('shows when each was last used, to the hour', async ({ world, shop }) => {
    await world.clock.advanceTo(Math.ceil(world.clock.now() / (60 * MINUTE)) * 60 * MINUTE + 59 * MINUTE);
    const pair = await created(shop);
    await world.call('plans/list', { headers: headersOf(pair) });
    const found = (await listed(shop)).data.find(({ apiKey }) => apiKey === pair.apiKey);
    const hour = world.clock.now() - 59 * MINUTE;
    expect(found).toMatchObject({ lastUsedAt: new Date(hour).toISOString() });
  });
});

/** Whether an endpoint itself has answered: neither its door nor a failure of ours. */
const isLetIn = (status: number) => status < 500 && status !== 401 && status !== 403;

describe('the scope of a key', () => {
  it('read lets it call every GET endpoint and no other', async ({ world, shop }) => {
    const headers = headersOf(await created(shop, { scope: 'read' }));
    for (const { name, methods, caller } of ROUTES) {
      if (caller !== 'tenant') continue;
      const { status, body, headers: told } = await world.call(name, { headers, body: {} });
      expect(told['ratelimit-remaining'], name).toMatch(/^\d+$/);
      const readable = methods.every((method: string) => method === 'GET');
      if (readable) expect(isLetIn(status), name).toBe(true);
      else expect([status, body.error], name).toEqual([403, 'key_not_allowed']);
    }
  });

  it('all lets it call every endpoint', async ({ world, shop }) => {
    const headers = headersOf(await created(shop));
    for (const { name, caller } of ROUTES)
      if (caller === 'tenant')
        expect(isLetIn((await world.call(name, { headers, body: {} })).status), name).toBe(true);
  });
});

describe('POST /account/keys/rotate', () => {
  it('answers the new pair; the old one is EXPIRING for 24 hours unless another overlap is named', async ({
    world,
    shop,
  }) => {
    const old = await created(shop, { label: 'till' });
    const { body } = await shop.call('account/rotate-key', { body: { apiKey: old.apiKey } });
    const pair = body.data as Pair;
    expect(body.data).toMatchObject({ label: 'till', state: 'ACTIVE', apiSecret: anyText });
    const before = (await listed(shop)).data.find(({ apiKey }) => apiKey === old.apiKey);
    expect(before).toMatchObject({
      state: 'EXPIRING',
      expiresAt: new Date(world.clock.now() + DAY).toISOString(),
    });
    const lets = async (one: Pair) => (await world.call('plans/list', { headers: headersOf(one) })).status;
    expect([await lets(old), await lets(pair)]).toEqual([200, 200]);
    await world.clock.advanceTo(world.clock.now() + DAY);
    expect([await lets(old), await lets(pair)]).toEqual([401, 200]);
  });

  it.for([-1, 169, 1.5, '24'])('refuses an overlap of %j hours', async (overlapHours, { shop }) => {
    const apiKey = shop.headers['x-api-key'];
    expect(await shop.call('account/rotate-key', { body: { apiKey, overlapHours } })).toMatchObject({
      status: 400,
    });
  });
});

describe('DELETE /account/keys', () => {
  it('answers the key as REVOKED; it is refused everywhere within 60 s', async ({ world, shop }) => {
    const pair = await created(shop);
    const lets = async () => (await world.call('plans/list', { headers: headersOf(pair) })).status;
    expect(await lets()).toBe(200);
    const { body } = await shop.call('account/revoke-key', { body: { apiKey: pair.apiKey } });
    expect(body.data).toMatchObject({ apiKey: pair.apiKey, state: 'REVOKED' });
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    expect(await lets()).toBe(401);
  });
});
