import { beforeEach, describe, expect, it } from 'vitest';
import { endpoint, openEndpoint } from '../../lib/http/endpoint.ts';
import { addShop, call, failure, stage, START, type Shop, type Stage } from './stage.ts';
import { plansList, subscribersCancel, checkoutCallback } from '../../lib/rows.ts';

let on: Stage;
let shop: Shop;
beforeEach(async () => {
  on = stage();
  shop = await addShop(on);
});

const REFUSED = failure(
  'unauthorized',
  'The API credentials are missing or wrong; send a valid pair in X-Api-Key and X-Api-Secret.',
);
const SUSPENDED = failure('tenant_suspended', 'This account is suspended; ask whoever runs the service.');
const ran: string[] = [];
beforeEach(() => void (ran.length = 0));

const list = endpoint(plansList, {
  input: () => void ran.push('input'),
  run: async ({ tenant }) => ({ tenant: tenant.id }),
});
const cancel = endpoint(subscribersCancel, { input: () => undefined, run: async () => ({}) });
const callback = openEndpoint(checkoutCallback, {
  input: () => undefined,
  run: async ({ caller }) => ({ caller: caller?.id ?? 'nobody' }),
});

const ask = (headers: Record<string, string>) => call(list(on.app), 'plans/list', { headers });
const come = (headers: Record<string, string>) => call(callback(on.app), 'checkout/callback', { headers });

const KEY = `svck_test_${'a'.repeat(32)}_abcdefgh`;
const SECRET = `svcs_${'a'.repeat(32)}`;
const WRONG: [string, Record<string, string>][] = [
  ['no key and no secret', {}],
  ['no secret', { 'x-api-key': KEY }],
  ['no key', { 'x-api-secret': SECRET }],
  ['an empty secret', { 'x-api-key': KEY, 'x-api-secret': '' }],
  ['an empty key', { 'x-api-key': '', 'x-api-secret': SECRET }],
  ['a wrong secret', { 'x-api-key': KEY, 'x-api-secret': 'svcs_wrong' }],
  ['an unknown key', { 'x-api-key': KEY.replace('abcdefgh', 'bbcdefgh'), 'x-api-secret': SECRET }],
  ['a malformed key', { 'x-api-key': 'nonsense', 'x-api-secret': SECRET }],
  ['a secret as the key', { 'x-api-key': SECRET, 'x-api-secret': SECRET }],
];

describe('The key pair of a tenant', () => {
  it('identifies the calling tenant', async () => {
    expect(await ask(shop.headers)).toMatchObject({ status: 200, body: { tenant: shop.id } });
    const other = await addShop(on, { id: 'b'.repeat(32) });
    expect((await ask(other.headers)).body).toEqual({ tenant: other.id });
  });

  it.each(WRONG)('is refused with the same answer: %s', async (_what, headers) => {
    const answer = await ask(headers);
    expect(answer).toMatchObject({ status: 401, body: REFUSED });
    expect(answer.headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'www-authenticate': 'ApiKey realm="billing"',
      'x-request-id': 'request-1',
    });
    expect(ran).toEqual([]);
  });

  it('is refused with the secret of another tenant', async () => {
    const other = await addShop(on, { id: 'b'.repeat(32) });
    const mixed = { ...shop.headers, 'x-api-secret': other.headers['x-api-secret']! };
    expect(await ask(mixed)).toMatchObject({ status: 401, body: REFUSED });
  });

  it('is checked before the body is read', async () => {
    const wrong = await call(cancel(on.app), 'subscribers/cancel', { raw: '{"broken":' });
    expect(wrong.status).toBe(401);
    const right = await call(cancel(on.app), 'subscribers/cancel', { raw: '{', headers: shop.headers });
    expect(right.status).toBe(415);
  });

  it('is refused once it is revoked, like an unknown one', async () => {
    const revoked = await addShop(on, { key: { status: 'REVOKED' }, tail: 'revokedkey' });
    expect(await ask(revoked.headers)).toMatchObject({ status: 401, body: REFUSED });
  });

  it('is refused from the millisecond at which it expires', async () => {
    const old = await addShop(on, { key: { expiresAt: START + 5_000 }, tail: 'rotatedaway' });
    on.clock.now = START + 4_999;
    expect((await ask(old.headers)).status).toBe(200);
    on.clock.now = START + 5_000;
    expect((await ask(old.headers)).status).toBe(401);
  });

  it('is looked up again after 60 s, so that a revoked one stops working', async () => {
    expect((await ask(shop.headers)).status).toBe(200);
    await addShop(on, { key: { status: 'REVOKED' } });
    on.clock.now = START + 59_999;
    expect((await ask(shop.headers)).status).toBe(200);
    expect(on.asked).toEqual(['getMany']);
    on.clock.now = START + 60_000;
    expect((await ask(shop.headers)).status).toBe(401);
    expect(on.asked).toEqual(['getMany', 'getMany']);
  });

  it('is answered with 403 where the tenant is suspended, unless the secret is wrong', async () => {
    const closed = await addShop(on, { id: 'c'.repeat(32), tenant: { status: 'SUSPENDED' } });
    const answer = await ask(closed.headers);
    expect(answer).toMatchObject({ status: 403, body: SUSPENDED });
    expect(answer.headers).not.toHaveProperty('www-authenticate');
    expect((await ask({ ...closed.headers, 'x-api-secret': 'svcs_wrong' })).status).toBe(401);
    expect(ran).toEqual([]);
  });
});

describe('Where a token is the credential', () => {
  it('no key pair is required', async () => {
    expect(await come({})).toMatchObject({ status: 200, body: { caller: 'nobody' } });
    expect(on.asked).toEqual([]);
  });

  it('a key pair that is sent anyway identifies the caller', async () => {
    expect(await come(shop.headers)).toMatchObject({ status: 200, body: { caller: shop.id } });
  });

  it.each(WRONG.slice(1))('a key pair that is sent anyway must be valid: %s', async (_what, headers) => {
    expect(await come(headers)).toMatchObject({ status: 401, body: REFUSED });
  });

  it('calls count against no limit', async () => {
    const { headers } = await come(shop.headers);
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});
