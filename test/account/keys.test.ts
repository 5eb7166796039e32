import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKey, listKeys, revokeKey, rotateKey, type IssuedKey } from '../../lib/account/keys.ts';
import { createTenant } from '../../lib/account/tenants.ts';
import { authenticate } from '../../lib/table/authenticate.ts';
import { keyStateOf, type KeyScope } from '../../lib/table/keys.ts';
import { DAY, HOUR, MINUTE, openOffice, START, type Office } from './office.ts';

/** How long a process may go on with credentials it has checked. */
const CACHED = MINUTE;

async function withTenant() {
  const office = await openOffice();
  const { id } = await createTenant(office.app, 'shop');
  const issue = (scope: KeyScope = 'all', mode: 'live' | 'test' = 'live') =>
    createKey(office.app, id, { mode, label: 'till', scope });
  const rotate = ({ key }: IssuedKey, overlapHours = 24) =>
    rotateKey(office.app, id, { apiKey: key.apiKey, overlapHours });
  const revoke = ({ key }: IssuedKey) => revokeKey(office.app, id, key.apiKey);
  return { office, id, issue, rotate, revoke };
}

/** The tenant that a pair lets in, asked by a process that remembers nothing. */
const opens = async ({ app }: Office, { key, apiSecret }: IssuedKey) =>
  (await authenticate({ ...app, memory: {} }, key.apiKey, apiSecret))?.tenant.id;

describe('creating a key pair', () => {
  it('gives a pair that names its tenant and lets it in', async () => {
    const { office, id, issue } = await withTenant();
    const pair = await issue();
    expect(pair.key.apiKey).toMatch(new RegExp(`^svck_live_${id}_[0-9a-f]{24}$`));
    expect(pair.key).toMatchObject({ label: 'till', scope: 'all', expiresAt: null, lastUsedAt: null });
    expect(await opens(office, pair)).toBe(id);
    expect(await opens(office, { ...pair, apiSecret: `${pair.apiSecret}x` })).toBeUndefined();
  });

  it('makes a secret of 256 random bits that ends in its checksum', async () => {
    const { issue } = await withTenant();
    const { apiSecret } = await issue('all', 'test');
    const [, secret = '', random = '', sum] = /^(svcs_([\w-]{43}))_([0-9a-f]{8})$/.exec(apiSecret) ?? [];
    expect(Buffer.from(random, 'base64url')).toHaveLength(32);
    expect(createHash('sha256').update(secret).digest('hex').slice(0, 8)).toBe(sum);
  });

  it('stores of the secret nothing but its SHA-256', async () => {
    const { office, id, issue } = await withTenant();
    const { apiSecret } = await issue();
    expect(office.written()).toContain(createHash('sha256').update(apiSecret).digest('hex'));
    expect(office.written()).not.toContain(apiSecret.slice(5, 20));
    expect(JSON.stringify(await listKeys(office.app, id))).not.toMatch(/secret|hash/i);
  });

  it('stops at five live pairs, and goes on once one is revoked, which is still shown', async () => {
    const { office, id, issue, revoke } = await withTenant();
    const pairs: IssuedKey[] = [];
    for (let i = 0; i < 5; i++) {
      pairs.push(await issue());
      await office.pass(1);
    }
    await expect(issue()).rejects.toMatchObject({ code: 'too_many_keys' });
    await revoke(pairs[2]!);
    const sixth = await issue();
    const shown = (await listKeys(office.app, id)).map((one) => [one.apiKey, keyStateOf(one, START + 10)]);
    const expected = [...pairs, sixth].map(({ key }, i) => [key.apiKey, i === 2 ? 'REVOKED' : 'ACTIVE']);
    expect(shown).toEqual(expected.reverse());
  });

  it('never goes over five, however many ask at once', async () => {
    const { office, id, issue } = await withTenant();
    const asked = await Promise.allSettled(Array.from({ length: 3 }, () => issue()));
    expect(asked.every(({ status }) => status === 'fulfilled')).toBe(true);
    const more = await Promise.allSettled(Array.from({ length: 4 }, () => issue()));
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const one of more)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'too_many_keys' });
    expect(await listKeys(office.app, id)).toHaveLength(5);
  });

  it('forgets all but the newest ten that work no longer', async () => {
    const { office, id, issue, revoke } = await withTenant();
    const kept = await issue();
    for (let i = 0; i < 15; i++) {
      await office.pass(1);
      await revoke(await issue());
    }
    await issue();
    const keys = await listKeys(office.app, id);
    expect(keys.map((one) => keyStateOf(one, office.clock.now())).sort()).toEqual([
      ...['ACTIVE', 'ACTIVE'],
      ...Array.from({ length: 10 }, () => 'REVOKED'),
    ]);
    expect(keys.at(-1)?.apiKey).toBe(kept.key.apiKey);
  });
});

describe('rotating a key pair', () => {
  it('keeps the old pair alive for the overlap and no longer', async () => {
    const { office, id, issue, rotate } = await withTenant();
    const old = await issue('read', 'test');
    const pair = await rotate(old);
    expect(pair.key).toMatchObject({
      label: 'till',
      scope: 'read',
      apiKey: expect.stringContaining('svck_test_'),
    });
    expect(pair.replaced).toMatchObject({ apiKey: old.key.apiKey, expiresAt: START + DAY });
    expect(keyStateOf(pair.replaced, START)).toBe('EXPIRING');
    await office.pass(DAY - 1);
    expect([await opens(office, old), await opens(office, pair)]).toEqual([id, id]);
    await office.pass(1);
    expect([await opens(office, old), await opens(office, pair)]).toEqual([undefined, id]);
  });

  it('ends the old pair at once without an overlap', async () => {
    const { office, id, issue, rotate } = await withTenant();
    const first = await issue();
    const second = await rotate(first, 0);
    expect([await opens(office, first), await opens(office, second)]).toEqual([undefined, id]);
  });

  it('never makes the old pair last longer than it would have', async () => {
    const { issue, rotate } = await withTenant();
    const first = await issue();
    await rotate(first, 1);
    expect((await rotate(first, 24)).replaced.expiresAt).toBe(START + HOUR);
  });

  it('counts the old pair among the five while it works', async () => {
    const { office, id, issue, rotate } = await withTenant();
    const first = await issue();
    for (let i = 0; i < 4; i++) await issue();
    await expect(rotate(first)).rejects.toMatchObject({ code: 'too_many_keys' });
    const pair = await rotate(first, 0);
    expect([await opens(office, first), await opens(office, pair)]).toEqual([undefined, id]);
  });

  it('refuses to replace what does not work', async () => {
    const { issue, rotate, revoke } = await withTenant();
    const old = await issue();
    await issue();
    await revoke(old);
    await expect(rotate(old)).rejects.toMatchObject({ code: 'key_not_found' });
  });
});

describe('revoking a key pair', () => {
  it('refuses it at the latest a minute later, also where it was in use', async () => {
    const { office, id, issue, revoke } = await withTenant();
    await issue();
    const pair = await issue();
    const warm = () => authenticate(office.app, pair.key.apiKey, pair.apiSecret);
    expect((await warm())?.tenant.id).toBe(id);
    expect(await revoke(pair)).toMatchObject({ status: 'REVOKED' });
    expect(await revoke(pair)).toMatchObject({ status: 'REVOKED' });
    expect(await opens(office, pair)).toBeUndefined();
    await office.pass(CACHED);
    expect(await warm()).toBeUndefined();
  });

  it('leaves a pair that may do everything and does not end', async () => {
    const { issue, rotate, revoke } = await withTenant();
    const first = await issue();
    await issue('read');
    await expect(revoke(first)).rejects.toMatchObject({ code: 'last_key' });
    const second = await rotate(first);
    await expect(revoke(second)).rejects.toMatchObject({ code: 'last_key' });
    expect(await revoke(first)).toMatchObject({ status: 'REVOKED' });
  });

  it("does not reach another tenant's key", async () => {
    const { office, issue } = await withTenant();
    const other = await createTenant(office.app, 'other');
    const pair = await issue();
    await expect(revokeKey(office.app, other.id, pair.key.apiKey)).rejects.toMatchObject({
      code: 'key_not_found',
    });
    expect(await opens(office, pair)).toBe(pair.key.tenant);
  });
});

describe('the last use of a key pair', () => {
  it('is noted to the hour, with one write an hour and process', async () => {
    const { office, id, issue } = await withTenant();
    const pair = await issue();
    let writes = 0;
    const table = { ...office.app.table };
    table.apply = (change) => (writes++, office.app.table.apply(change));
    const app = { ...office.app, table, memory: {} };
    const use = async () => (await authenticate(app, pair.key.apiKey, pair.apiSecret))?.noted;
    const lastUsedAt = async () => (await listKeys(office.app, id))[0]?.lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    await use();
    for (let i = 0; i < 50; i++) {
      await office.pass(MINUTE);
      await use();
    }
    expect([writes, await lastUsedAt()]).toEqual([1, START]);
    await office.pass(15 * MINUTE);
    await use();
    expect([writes, await lastUsedAt()]).toEqual([2, START + HOUR]);
  });

  it('costs a request nothing where it cannot be noted', async () => {
    const { office, id, issue } = await withTenant();
    const pair = await issue();
    const table = { ...office.app.table, apply: () => Promise.reject(new Error('not now')) };
    const known = await authenticate({ ...office.app, table, memory: {} }, pair.key.apiKey, pair.apiSecret);
    await known?.noted;
    expect(known?.tenant.id).toBe(id);
  });
});
