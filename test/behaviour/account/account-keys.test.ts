import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { RIGHTS, type Right } from '../../../lib/billing/rights.ts';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import { keyedRequestFrom } from '../../../lib/table/purchases/idempotency.ts';
import { key } from '../../../lib/table/schema.ts';
import { Conflict } from '../../../lib/table/table.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { anyText, like, TIME } from '../../support/world/expecting.ts';
import { DAY, MINUTE, subscribe } from '../../support/world/shop.ts';
import { type TestTenant } from '../../support/world/tenant.ts';

interface Pair {
  readonly apiKey: string;
  readonly apiSecret: string;
}

interface KeyShown {
  readonly rights: readonly Right[];
  readonly scope: 'all' | 'read' | null;
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

describe('spec: POST /account/keys', () => {
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
        rights: ['read'],
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

  it.for([[{ rights: [] }], [{ rights: ['write'] }]])('refuses %j', async ([body], { shop }) => {
    expect(await shop.call('account/create-key', { body })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });

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

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('spec: key pairs', () => {
  it('are stored as the SHA-256 of their secret alone, which is 256 random bits and a checksum', async ({
    world,
    shop,
  }) => {
    const { apiSecret } = await created(shop);
    const [, secret = '', random = '', sum] = /^(svcs_([\w-]{43}))_([0-9a-f]{8})$/.exec(apiSecret) ?? [];
    expect(Buffer.from(random, 'base64url')).toHaveLength(32);
    expect(sha256(secret).slice(0, 8)).toBe(sum);
    expect(world.written.join()).toContain(sha256(apiSecret));
    expect(world.written.join()).not.toContain(random.slice(0, 15));
  });

  it('are neither six nor none where two changes are made at once', async ({ shop }) => {
    const pairs = [await created(shop), await created(shop), await created(shop)];
    const make = (label: string) => shop.call('account/create-key', { body: { label } });
    const made = await Promise.all(['five', 'six'].map(make));
    expect(made.map(({ body }) => body.error ?? 'made').sort()).toEqual(['made', 'too_many_keys']);
    const fifth = made.find(({ status }) => status === 200)!.body.data as Pair;
    const revoke = ({ apiKey }: Pick<Pair, 'apiKey'>) =>
      shop.call('account/revoke-key', { body: { apiKey } });
    for (const pair of pairs) expect((await revoke(pair)).status).toBe(200);
    const last = await Promise.all([revoke(fifth), revoke({ apiKey: shop.headers['x-api-key']! })]);
    expect(last.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('are forgotten but for the newest ten once they work no longer', async ({ world, shop }) => {
    for (let nth = 0; nth < 12; nth++) {
      await world.clock.advanceTo(world.clock.now() + 1);
      const { apiKey } = await created(shop);
      await shop.call('account/revoke-key', { body: { apiKey } });
    }
    const { apiKey } = await created(shop);
    const { data } = await listed(shop, { limit: '100' });
    expect(data.filter(({ state }) => state === 'REVOKED')).toHaveLength(10);
    const live = data.filter(({ state }) => state === 'ACTIVE').map((one) => one.apiKey);
    expect(live).toEqual([apiKey, shop.headers['x-api-key']]);
  });

  it.for([
    [5, 200, undefined],
    [6, 409, 'concurrent_change'],
  ] as const)(
    'our choice: where others are faster %i times in a row, a change is answered %i',
    async ([times, status, error], { world, shop }) => {
      let writes = 0;
      const write: typeof world.table.write = async (changes) => {
        if (++writes <= times) throw new Conflict([0], []);
        return world.table.write(changes);
      };
      const { call } = instanceOf({ ...world.app, table: { ...world.table, write } });
      const answer = await call('account/create-key', { headers: shop.headers, body: {} });
      expect([answer.status, answer.body.error]).toEqual([status, error]);
    },
  );
});

describe('spec: GET /account/keys', () => {
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
  });

  it('shows when each was last used, to the hour', async ({ world, shop }) => {
    await world.clock.advanceTo(Math.ceil(world.clock.now() / (60 * MINUTE)) * 60 * MINUTE + 59 * MINUTE);
    const pair = await created(shop);
    await world.call('plans/list', { headers: headersOf(pair) });
    const found = (await listed(shop)).data.find(({ apiKey }) => apiKey === pair.apiKey);
    const hour = world.clock.now() - 59 * MINUTE;
    expect(found).toMatchObject({ lastUsedAt: new Date(hour).toISOString() });
    const apply = () => Promise.reject(new Error('not noted'));
    const instance = instanceOf({ ...world.app, table: { ...world.table, apply } });
    expect((await instance.call('plans/list', { headers: headersOf(pair) })).status).toBe(200);
  });
});

/** Whether an endpoint itself has answered: neither its door nor a failure of ours. */
const isLetIn = (status: number) => status < 500 && status !== 401 && status !== 403;

/** What each route needs that changes something; whatever is read needs `read`. */
const NEEDED: Readonly<Record<Exclude<Right, 'read'>, readonly RouteName[]>> = {
  subscribers: [
    'checkout/initialize',
    'checkout/initialize-direct',
    'checkout/update-card',
    'subscribers/change-plan',
    'subscribers/preview-change',
    'subscribers/correct-customer',
    'subscribers/cancel',
    'subscribers/undo-cancel',
    'subscribers/retry-payment',
    'portal/create-session',
  ],
  money: ['invoices/refund', 'reports/finish-task'],
  connections: [
    'plans/sync',
    'events/replay',
    'account/set-webhook',
    'account/clear-webhook',
    'account/rotate-webhook-secret',
    'account/finish-rotation',
    'account/test-webhook',
    'account/set-payment',
    'account/set-invoicing',
    'account/set-chat',
    'account/clear-chat',
    'account/create-key',
    'account/rotate-key',
    'account/revoke-key',
  ],
  account: [
    'subscribers/erase',
    'account/set-brand',
    'account/set-portal',
    'account/set-plan',
    'account/set-recovery',
    'account/set-messages',
    'account/test-message',
  ],
};

const neededFor = (name: RouteName): Right =>
  RIGHTS.find((right) => right !== 'read' && NEEDED[right].includes(name)) ?? 'read';

describe('spec: the rights of a key', () => {
  it.for([...RIGHTS.map((right) => [right]), ['all']])(
    '%s lets it call what needs it, every GET endpoint, and no other',
    async ([right], { world, shop }) => {
      const headers = headersOf(await created(shop, { rights: [right] }));
      for (const { name, caller } of ROUTES) {
        if (caller !== 'tenant') continue;
        const needed = neededFor(name);
        const { status, body, headers: told } = await world.call(name, { headers, body: {} });
        expect(told['ratelimit-remaining'], name).toMatch(/^\d+$/);
        if (needed === 'read' || right === 'all' || right === needed)
          expect(isLetIn(status), name).toBe(true);
        else {
          expect([status, body.error], name).toEqual([403, 'key_not_allowed']);
          expect(body.message, name).toContain(`\`${needed}\``);
        }
      }
    },
  );

  it('are in one order, with reading, and have a short form where they are all or reading alone', async ({
    shop,
  }) => {
    const made = async (body: Record<string, unknown>) => {
      const { rights, scope } = (await shop.call('account/create-key', { body })).body.data as KeyShown;
      return [rights, scope];
    };
    expect(await made({ rights: ['connections', 'money', 'money'] })).toEqual([
      ['money', 'connections', 'read'],
      null,
    ]);
    expect(await made({ rights: ['all'] })).toEqual([RIGHTS, 'all']);
    expect(await made({ scope: 'read' })).toEqual([['read'], 'read']);
    expect(await made({})).toEqual([RIGHTS, 'all']);
  });

  it.for(RIGHTS)(
    '%s is given by no key that lacks it, by making or by rotating',
    async (right, { world, shop }) => {
      const held: Right[] = right === 'connections' ? ['connections'] : ['connections', 'read'];
      const maker = headersOf(await created(shop, { rights: held }));
      const wanted = await created(shop, { rights: [right] });
      const plain = await world.call('account/create-key', { headers: maker, body: {} });
      expect((plain.body.data as KeyShown).rights).toEqual(['connections', 'read']);
      const asks = [
        await world.call('account/create-key', { headers: maker, body: { rights: [right] } }),
        await world.call('account/rotate-key', {
          headers: maker,
          body: { apiKey: wanted.apiKey, overlapHours: 0 },
        }),
      ];
      for (const { status, body } of asks)
        if (right === 'connections' || right === 'read') expect(status).toBe(200);
        else {
          expect([status, body.error]).toEqual([403, 'key_not_allowed']);
          expect(body.message).toContain(`\`${right}\``);
        }
      for (const body of [{ scope: 'all' }, { rights: ['all'] }])
        expect((await world.call('account/create-key', { headers: maker, body })).status).toBe(403);
    },
  );

  it('keep the last live pair that has them all and does not end, whatever others there are', async ({
    world,
    shop,
  }) => {
    await created(shop, { rights: ['money', 'connections', 'account'] });
    await created(shop, { rights: ['subscribers', 'money', 'account', 'read'] });
    const second = await created(shop);
    const apiKey = shop.headers['x-api-key'];
    const revoke = (one: string) => shop.call('account/revoke-key', { body: { apiKey: one } });
    expect((await revoke(second.apiKey)).status).toBe(200);
    expect((await revoke(apiKey!)).body.error).toBe('last_key');
    const { body } = await shop.call('account/rotate-key', { body: { apiKey } });
    const next = body.data as Pair;
    const byNext = (one: string) =>
      world.call('account/revoke-key', { headers: headersOf(next), body: { apiKey: one } });
    expect((await byNext(next.apiKey)).body.error).toBe('last_key');
    expect((await byNext(apiKey!)).status).toBe(200);
  });
});

describe('spec: an answer with a secret under an Idempotency-Key', () => {
  it.for([
    ['account/create-key', 'apiSecret', { label: 'till' }],
    ['account/set-webhook', 'secret', { url: 'https://hooks.shop.example/other' }],
    ['account/rotate-webhook-secret', 'secret', {}],
    ['portal/create-session', 'url', { returnUrl: 'https://shop.example/' }],
  ] as const)('of %s is nowhere on record', async ([name, member, more], { world, shop }) => {
    if (name === 'account/set-webhook') await shop.call('account/clear-webhook', { body: {} });
    const body =
      name === 'portal/create-session' ? { ...more, 'svc-id': (await subscribe(world, shop)).svcId } : more;
    const ask = { body, headers: { 'idempotency-key': 'once' } };
    const first = ((await shop.call(name, ask)).body.data as Record<string, string>)[member]!;
    const secret = first.split('link=').at(-1)!;
    expect(secret).toMatch(/^[\w+/=-]{40,}$/);
    const item = await world.table.get(key.idempotency(shop.tenant.id, 'once'), { consistent: true });
    const stored = keyedRequestFrom(item!);
    expect(JSON.stringify(stored)).not.toContain(secret);
    const again = await shop.call(name, ask);
    const shown = (again.body.data as Record<string, string | null>)[member];
    if (name === 'portal/create-session') {
      expect(stored.answer).toBeNull();
      expect(shown).toMatch(/link=/);
      expect(shown).not.toBe(first);
      const other = { ...ask, body: { ...body, language: 'tr' } };
      expect((await shop.call(name, other)).body.error).toBe('idempotency_key_reused');
    } else expect([shown, again.headers['idempotent-replayed']]).toEqual([null, 'true']);
  });
});

describe('spec: POST /account/keys/rotate', () => {
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

  it('never makes the old pair last longer than it would have, and counts it among the five while it works', async ({
    world,
    shop,
  }) => {
    const rotate = async ({ apiKey }: Pick<Pair, 'apiKey'>, overlapHours: number) =>
      (await shop.call('account/rotate-key', { body: { apiKey, overlapHours } })).body;
    const old = await created(shop, { scope: 'read' });
    await rotate(old, 1);
    await rotate(old, 24);
    const shown = (await listed(shop)).data.find(({ apiKey }) => apiKey === old.apiKey);
    expect(shown).toMatchObject({ expiresAt: new Date(world.clock.now() + 60 * MINUTE).toISOString() });
    const last = await created(shop);
    expect(await rotate(last, 24)).toMatchObject({ error: 'too_many_keys' });
    expect(await rotate(last, 0)).toMatchObject({ status: 'success' });
    expect((await world.call('plans/list', { headers: headersOf(last) })).status).toBe(401);
    expect(await rotate(last, 0)).toMatchObject({ error: 'key_not_found' });
  });
});

describe('spec: DELETE /account/keys', () => {
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
