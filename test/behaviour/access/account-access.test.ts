import { RIGHTS } from '../../../lib/billing/rights.ts';
import { describe, expect } from 'vitest';
import { createKey, listKeys, revokeKey, rotateKey } from '../../../lib/account/keys.ts';
import { setChat } from '../../../lib/account/chat.ts';
import { setWebhook } from '../../../lib/account/webhook.ts';
import { ROUTES } from '../../../functions/routes.ts';
import { actingAs, duringInvocation } from '../../../lib/runtime/invocation.ts';
import { it } from '../../support/world/fixtures.ts';
import { changeTenant, makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const HOOK = 'https://hooks.shop.example/billing/9f8e7d6c5b4a';
const CHAT = 'https://chat.example/hooks/T0000/B0000/aBcDeFgHiJkLmNoP';

/** The routes that change credentials or addresses, and a body that each accepts. */
const CHANGES: Record<string, (shop: TestTenant) => Record<string, unknown>> = {
  'account/create-key': () => ({ label: 'mine' }),
  'account/rotate-key': (shop) => ({ apiKey: shop.headers['x-api-key'], overlapHours: 168 }),
  'account/revoke-key': (shop) => ({ apiKey: shop.headers['x-api-key'] }),
  'account/set-webhook': () => ({ url: HOOK }),
  'account/clear-webhook': () => ({}),
  'account/rotate-webhook-secret': () => ({}),
  'account/finish-rotation': () => ({}),
  'account/set-payment': (shop) => shop.credentials,
  'account/set-invoicing': () => ({ vatRate: 10 }),
  'account/set-chat': () => ({ url: CHAT }),
  'account/clear-chat': () => ({}),
};

async function pairOf(shop: TestTenant) {
  const { key, apiSecret } = await createKey(shop.app, { label: 'leaked', rights: RIGHTS }, RIGHTS);
  return { apiKey: key.apiKey, headers: { 'x-api-key': key.apiKey, 'x-api-secret': apiSecret } };
}

/** The App as an endpoint has it during the request of this key. */
const calledBy = (world: World, callerKey: string) => duringInvocation(world.app, { callerKey });

const keysOf = (shop: TestTenant) => listKeys(shop.app);

describe('our choice: a key that was revoked', () => {
  it('changes no credential and no address, also where an instance still remembers it', async ({
    world,
    shop,
  }) => {
    const { apiKey, headers } = await pairOf(shop);
    expect((await world.call('plans/list', { headers })).status).toBe(200); // now it is remembered
    await revokeKey(shop.app, apiKey);
    const before = await keysOf(shop);
    for (const [name, body] of Object.entries(CHANGES)) {
      const answer = await world.call(name as 'account/set-chat', { headers, body: body(shop) });
      expect([name, answer.status]).toEqual([name, 401]);
    }
    expect(await keysOf(shop)).toEqual(before);
    expect((await world.call('account/list-keys', { headers })).status).toBe(401);
  });

  it('loses a race: what it began before is not written', async ({ world, shop }) => {
    const { apiKey } = await pairOf(shop);
    const app = calledBy(world, apiKey);
    await revokeKey(shop.app, apiKey);
    const { id } = shop.tenant;
    const refused = { code: 'key_not_allowed' };
    await expect(
      createKey(forTenant(app, id), { label: 'mine', rights: RIGHTS }, RIGHTS),
    ).rejects.toMatchObject(refused);
    await expect(
      rotateKey(forTenant(app, id), { apiKey: shop.headers['x-api-key']!, overlapHours: 0 }, RIGHTS),
    ).rejects.toMatchObject(refused);
    await expect(setWebhook(forTenant(app, id), HOOK)).rejects.toMatchObject(refused);
    await expect(setChat(forTenant(app, id), CHAT)).rejects.toMatchObject(refused);
    expect((await keysOf(shop)).filter((one) => one.status === 'ACTIVE')).toHaveLength(1);
  });
});

describe('our choice: a key that was rotated and expires', () => {
  it('is refused with 403 where credentials or addresses change, and works elsewhere', async ({
    world,
    shop,
  }) => {
    const { apiKey, headers } = await pairOf(shop);
    expect((await world.call('plans/list', { headers })).status).toBe(200);
    await rotateKey(shop.app, { apiKey, overlapHours: 24 }, RIGHTS);
    const before = await keysOf(shop);
    for (const [name, body] of Object.entries(CHANGES)) {
      const answer = await world.call(name as 'account/set-chat', { headers, body: body(shop) });
      expect([name, answer.status, answer.body.error]).toEqual([name, 403, 'key_not_allowed']);
    }
    expect(await keysOf(shop)).toEqual(before);
    for (const name of ['plans/list', 'account/list-keys'] as const)
      expect((await world.call(name, { headers })).status).toBe(200);
    const app = calledBy(world, apiKey);
    const itself = rotateKey(forTenant(app, shop.tenant.id), { apiKey, overlapHours: 168 }, RIGHTS);
    await expect(itself).rejects.toMatchObject({ code: 'key_not_allowed' });
  });

  it('may still rotate and revoke itself before, which is a condition of the change itself', async ({
    world,
    shop,
  }) => {
    const { apiKey, headers } = await pairOf(shop);
    const rotated = await world.call('account/rotate-key', { headers, body: { apiKey } });
    expect(rotated.status).toBe(200);
    const other = await pairOf(shop);
    const revoked = await world.call('account/revoke-key', {
      headers: other.headers,
      body: { apiKey: other.apiKey },
    });
    expect([revoked.status, (revoked.body.data as { state: string }).state]).toEqual([200, 'REVOKED']);
  });

  it('is read afresh on every route that changes credentials or addresses', () => {
    const fresh = ROUTES.filter(
      (row) => row.freshKey && row.methods.some((method: string) => method !== 'GET'),
    );
    const about = ROUTES.filter(
      ({ path, methods }) =>
        /^\/account\/(keys|webhook|chat|payment|invoicing)/.test(path) &&
        methods.some((method: string) => method !== 'GET'),
    );
    expect(
      about
        .map(({ name }) => name)
        .filter((name) => name !== 'account/test-webhook')
        .sort(),
    ).toEqual(fresh.map(({ name }) => name).sort());
    expect(fresh.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(CHANGES)));
  });
});

describe('our choice: who made and ended a key', () => {
  it('is recorded: a key, a person, or an operator', async ({ world, shop }) => {
    const { id } = shop.tenant;
    const byKey = await pairOf(shop);
    await world.call('account/create-key', { headers: byKey.headers, body: { label: 'two' } });
    const person = actingAs(world.app, {
      ...{ by: 'person', who: 'p1', personId: 'p-1' },
      stillAllowed: async () => [],
    });
    await revokeKey(forTenant(person, id), byKey.apiKey);
    const found = (label: string) => keysOf(shop).then((all) => all.find((one) => one.label === label)!);
    expect(await found('leaked')).toMatchObject({
      createdBy: { by: 'operator', who: null },
      endedBy: { by: 'person', who: 'p1' },
    });
    expect(await found('two')).toMatchObject({ createdBy: { by: 'key', who: byKey.apiKey }, endedBy: null });
  });
});

describe('our choice: a key without the right `connections`', () => {
  it.for(RIGHTS.filter((right) => right !== 'connections'))(
    'such as one with `%s` sees of addresses their origin and last characters, and no notification address',
    async (right, { world, shop }) => {
      await changeTenant(world, shop, { chatUrl: CHAT });
      const { body } = await shop.call('account/create-key', { body: { rights: [right] } });
      const { apiKey, apiSecret } = body.data as Record<string, string>;
      const headers = { 'x-api-key': apiKey!, 'x-api-secret': apiSecret! };
      const { data, text } = await world
        .call('account/get', { headers })
        .then((answer) => ({ data: answer.body.data as Record<string, unknown>, text: answer.text }));
      expect(data.chat).toEqual({ url: 'https://chat.example/…mNoP' });
      expect(data.payment).toMatchObject({ notificationUrl: null });
      for (const secret of [CHAT, shop.tenant.webhook!.url, shop.tenant.notificationToken!])
        expect(text).not.toContain(secret);
    },
  );

  it('is another than one with it, which sees them', async ({ world, shop }) => {
    await changeTenant(world, shop, { chatUrl: CHAT });
    const { body } = await shop.call('account/create-key', { body: { rights: ['connections'] } });
    const { apiKey, apiSecret } = body.data as Record<string, string>;
    const headers = { 'x-api-key': apiKey!, 'x-api-secret': apiSecret! };
    expect((await world.call('account/get', { headers })).body.data).toMatchObject({ chat: { url: CHAT } });
  });

  it('sees nothing of a short address but its origin', async ({ world }) => {
    const short = await makeTenant(world, { chatUrl: 'https://chat.example/secret' });
    const { body } = await short.call('account/create-key', { body: { scope: 'read' } });
    const { apiKey, apiSecret } = body.data as Record<string, string>;
    const answer = await world.call('account/get', {
      headers: { 'x-api-key': apiKey!, 'x-api-secret': apiSecret! },
    });
    expect((answer.body.data as { chat: object }).chat).toEqual({ url: 'https://chat.example/…' });
  });
});

describe('our choice: the mode of a tenant', () => {
  it('is that of all its keys, also of one made in place of another of before', async ({ world, shop }) => {
    const live = await makeTenant(world, { mode: 'live', pay: null });
    const made = await live.call('account/create-key', { body: {} });
    expect((made.body.data as { apiKey: string }).apiKey).toMatch(/^svck_live_/);
    const rotated = await live.call('account/rotate-key', { body: { apiKey: live.headers['x-api-key'] } });
    expect((rotated.body.data as { apiKey: string }).apiKey).toMatch(/^svck_live_/);
    expect((await shop.call('account/get')).body.data).toMatchObject({ mode: 'test' });
  });
});
