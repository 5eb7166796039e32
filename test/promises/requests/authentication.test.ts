import { RIGHTS } from '../../../lib/billing/rights.ts';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../functions/routes.ts';
import { apiKeyItem, secretHashOf } from '../../../lib/table/tenants/keys.ts';
import { MINUTE, subscribe } from '../../support/world/shop.ts';
import { changeTenant, makeTenant } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { MADE_BY_OPERATOR } from '../../support/world/key.ts';

const { world, shop } = await openShop();

const tenantRoutes = ROUTES.filter(({ caller }) => caller === 'tenant').map(({ name }) => name);
const unauthorized = { status: 401, body: { status: 'failure', error: 'unauthorized' } };

/** A further key of the tenant. */
async function addKey(more: { status?: 'ACTIVE' | 'REVOKED'; expiresAt?: number }, tail: string) {
  const apiKey = `svck_test_${shop.tenant.id}_${tail}`;
  const key = {
    apiKey,
    tenant: shop.tenant.id,
    secretHash: secretHashOf('svcs_more'),
    status: more.status ?? ('ACTIVE' as const),
    expiresAt: more.expiresAt ?? null,
    createdAt: world.clock.now(),
  };
  await world.table.write([{ put: apiKeyItem({ ...MADE_BY_OPERATOR, ...key, rights: RIGHTS }) }]);
  return { 'x-api-key': apiKey, 'x-api-secret': 'svcs_more' };
}

describe('spec: Authentication', () => {
  it.each(tenantRoutes)('every REST endpoint requires X-Api-Key and X-Api-Secret: %s', async (route) => {
    const { 'x-api-key': key, 'x-api-secret': secret } = shop.headers;
    const wrong: Record<string, string>[] = [
      {},
      { 'x-api-key': key! },
      { 'x-api-secret': secret! },
      { 'x-api-key': key!, 'x-api-secret': 'svcs_wrong' },
      { 'x-api-key': 'svck_test_unknown', 'x-api-secret': secret! },
      { 'x-api-key': key!.replace('abcdefgh', 'bbcdefgh'), 'x-api-secret': secret! },
      { 'x-api-key': '', 'x-api-secret': '' },
    ];
    const answers = await Promise.all(
      wrong.map((headers) => world.call(route, { headers, raw: 'not JSON' })),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject(unauthorized);
      expect(answer.headers['www-authenticate']).toBeTruthy();
      expect(answer.text).toBe(answers[0]!.text);
    }
  });

  it.each(tenantRoutes)('our choice: credentials are checked before any validation: %s', async (route) => {
    expect((await world.call(route, { raw: '{"broken":', query: { page: 'x' } })).status).toBe(401);
    expect((await shop.call(route, { raw: '{"broken":', query: { page: 'x' } })).status).not.toBe(401);
  });

  it('the key pair identifies the tenant; plans and subscribers are tenant-scoped', async () => {
    const other = await makeTenant(world, { plans: [{ name: 'theirs' }] });
    const names = ({ body }: { body: Record<string, unknown> }) =>
      (body.data as { name: string }[]).map(({ name }) => name);
    expect(names(await other.call('plans/list'))).toEqual(['theirs']);
    expect(names(await shop.call('plans/list'))).toEqual(['plus', 'basic']);
    const member = await subscribe(world, shop);
    const query = { 'svc-id': member.svcId };
    expect((await shop.call('subscribers/get', { query })).status).toBe(200);
    expect((await other.call('subscribers/get', { query })).status).toBe(404);
  });

  it('our choice: one tenant’s key does not go with another one’s secret', async () => {
    const other = await makeTenant(world);
    const headers = { ...shop.headers, 'x-api-secret': other.headers['x-api-secret']! };
    expect(await world.call('plans/list', { headers })).toMatchObject(unauthorized);
  });

  it('our choice: several pairs are valid at once; a revoked pair gets the same answer as an unknown one', async () => {
    const good = await addKey({}, 'secondkey');
    const revoked = await addKey({ status: 'REVOKED' }, 'revokedkey');
    expect((await world.call('plans/list', { headers: good })).status).toBe(200);
    const answer = await world.call('plans/list', { headers: revoked });
    const unknown = await world.call('plans/list', { headers: { ...good, 'x-api-key': 'svck_live_nobody' } });
    expect(answer).toMatchObject(unauthorized);
    expect(answer.text).toBe(unknown.text);
  });

  it('our choice: a key revoked while it is in use works at most 60 seconds longer', async () => {
    const headers = await addKey({}, 'shortlived');
    expect((await world.call('plans/list', { headers })).status).toBe(200);
    await addKey({ status: 'REVOKED' }, 'shortlived');
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    expect(await world.call('plans/list', { headers })).toMatchObject(unauthorized);
  });

  it('our choice: after a rotation the old pair works until the overlap ends, to the millisecond', async () => {
    const expiresAt = world.clock.now() + 30_000;
    const headers = await addKey({ expiresAt }, 'rotatedaway');
    await world.clock.advanceTo(expiresAt - 1);
    expect((await world.call('plans/list', { headers })).status).toBe(200);
    await world.clock.advanceTo(expiresAt);
    expect(await world.call('plans/list', { headers })).toMatchObject(unauthorized);
  });

  it('our choice: a suspended tenant gets 403 tenant_suspended, but paid checkouts are still recorded', async () => {
    const closing = await makeTenant(world);
    await changeTenant(world, closing, { status: 'SUSPENDED' });
    const mistaken = { ...closing.headers, 'x-api-secret': 'svcs_wrong' };
    expect(await world.call('plans/list', { headers: mistaken })).toMatchObject(unauthorized);
    for (const route of tenantRoutes)
      expect(await closing.call(route, { body: {} })).toMatchObject({
        status: 403,
        body: { error: 'tenant_suspended' },
        headers: { 'ratelimit-limit': expect.stringMatching(/^\d+$/) },
      });
  });

  it('our choice: callback, hosted page and notifications need no key pair', async () => {
    const open = ROUTES.filter(({ caller, table }) => caller === 'anyone' && table !== 'none').map(
      ({ name }) => name,
    );
    const ofTokens = ['checkout/callback', 'checkout/page', 'notifications/receive'] as const;
    const ofSessions = ['portal/show', 'portal/act', 'console/show', 'console/act', 'console/enter'];
    expect(open).toEqual([...ofTokens, ...ofSessions]);
    for (const route of ofTokens) {
      const answer = await world.call(route);
      expect(answer.status).toBe(404);
      expect(answer.headers).not.toHaveProperty('ratelimit-limit');
    }
  });

  it('our choice: one that is sent to the callback anyway must be right', async () => {
    const [right, wrong] = [shop.headers, { ...shop.headers, 'x-api-secret': 'svcs_wrong' }];
    expect((await world.call('checkout/callback', { headers: right })).status).toBe(404);
    expect(await world.call('checkout/callback', { headers: wrong })).toMatchObject(unauthorized);
  });
});
