import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueKey, listKeys, revokeKey, type IssuedKey } from '../../lib/account/keys.ts';
import { createTenant } from '../../lib/account/tenants.ts';
import { tenantWith } from '../../lib/table/keys.ts';
import { DAY, HOUR, MINUTE, openOffice, START, type Office } from './office.ts';

/** How long a process may go on with credentials it has checked. */
const CACHED = MINUTE;

async function withTenant(): Promise<{ office: Office; id: string }> {
  const office = await openOffice();
  return { office, id: (await createTenant(office.app, 'shop')).id };
}

const opens = async ({ app }: Office, { apiKey, apiSecret }: IssuedKey) =>
  (await tenantWith(app, apiKey, apiSecret))?.id;

describe('issuing a key pair', () => {
  it('gives a pair that names its tenant and lets it in', async () => {
    const { office, id } = await withTenant();
    const pair = await issueKey(office.app, id, { mode: 'live' });
    expect(pair.apiKey).toMatch(new RegExp(`^svck_live_${id}_[0-9a-f]{24}$`));
    expect(pair.replaced).toBeUndefined();
    expect(await opens(office, pair)).toBe(id);
    expect(await tenantWith(office.app, pair.apiKey, `${pair.apiSecret}x`)).toBeUndefined();
  });

  it('makes a secret of 256 random bits that ends in its checksum', async () => {
    const { office, id } = await withTenant();
    const { apiSecret } = await issueKey(office.app, id, { mode: 'test' });
    const [, secret = '', random = '', sum] = /^(svcs_([\w-]{43}))_([0-9a-f]{8})$/.exec(apiSecret) ?? [];
    expect(Buffer.from(random, 'base64url')).toHaveLength(32);
    expect(createHash('sha256').update(secret).digest('hex').slice(0, 8)).toBe(sum);
  });

  it('stores of the secret nothing but its SHA-256', async () => {
    const { office, id } = await withTenant();
    const { apiSecret } = await issueKey(office.app, id, { mode: 'live' });
    expect(office.written()).toContain(createHash('sha256').update(apiSecret).digest('hex'));
    expect(office.written()).not.toContain(apiSecret.slice(5, 20));
    expect(JSON.stringify(await listKeys(office.app, id))).not.toMatch(/secret|hash/i);
  });

  it('stops at five pairs, and goes on once one is revoked, which is then forgotten', async () => {
    const { office, id } = await withTenant();
    const pairs: IssuedKey[] = [];
    for (let i = 0; i < 5; i++) {
      pairs.push(await issueKey(office.app, id, { mode: 'live' }));
      await office.pass(1);
    }
    await expect(issueKey(office.app, id, { mode: 'live' })).rejects.toThrow('5 working key pairs');
    await revokeKey(office.app, id, pairs[2]!.apiKey);
    expect((await listKeys(office.app, id)).map(({ status }) => status)).toEqual([
      'ACTIVE',
      'ACTIVE',
      'REVOKED',
      'ACTIVE',
      'ACTIVE',
    ]);
    const sixth = await issueKey(office.app, id, { mode: 'live' });
    const expected = [pairs[0]!, pairs[1]!, pairs[3]!, pairs[4]!, sixth].map(({ apiKey }) => apiKey);
    expect((await listKeys(office.app, id)).map(({ apiKey }) => apiKey)).toEqual(expected);
  });

  it('needs a tenant', async () => {
    const { office } = await withTenant();
    await expect(issueKey(office.app, 'f'.repeat(32), { mode: 'live' })).rejects.toThrow('no tenant');
    expect(office.written()).not.toContain('svck_');
  });
});

describe('rotating a key pair', () => {
  it('keeps the old pair alive for a day and no longer', async () => {
    const { office, id } = await withTenant();
    const old = await issueKey(office.app, id, { mode: 'live' });
    const pair = await issueKey(office.app, id, { mode: 'live', replaces: old.apiKey });
    expect(pair.replaced).toEqual({ apiKey: old.apiKey, expiresAt: START + DAY });
    await office.pass(DAY - CACHED);
    expect([await opens(office, old), await opens(office, pair)]).toEqual([id, id]);
    await office.pass(CACHED);
    expect([await opens(office, old), await opens(office, pair)]).toEqual([undefined, id]);
  });

  it('takes another overlap, and none at all', async () => {
    const { office, id } = await withTenant();
    const first = await issueKey(office.app, id, { mode: 'live' });
    const wish = { mode: 'live', replaces: first.apiKey } as const;
    const second = await issueKey(office.app, id, { ...wish, overlapMs: HOUR });
    expect(second.replaced?.expiresAt).toBe(START + HOUR);
    const third = await issueKey(office.app, id, {
      mode: 'live',
      replaces: second.apiKey,
      overlapMs: 0,
    });
    expect([await opens(office, first), await opens(office, second)]).toEqual([id, undefined]);
    expect(await opens(office, third)).toBe(id);
  });

  it('never makes the old pair last longer than it would have', async () => {
    const { office, id } = await withTenant();
    const first = await issueKey(office.app, id, { mode: 'live' });
    const wish = { mode: 'live', replaces: first.apiKey } as const;
    await issueKey(office.app, id, { ...wish, overlapMs: HOUR });
    const again = await issueKey(office.app, id, { ...wish, overlapMs: DAY });
    expect(again.replaced?.expiresAt).toBe(START + HOUR);
  });

  it('counts the old pair among the five while it works', async () => {
    const { office, id } = await withTenant();
    const first = await issueKey(office.app, id, { mode: 'live' });
    for (let i = 0; i < 4; i++) await issueKey(office.app, id, { mode: 'live' });
    const wish = { mode: 'live', replaces: first.apiKey } as const;
    await expect(issueKey(office.app, id, wish)).rejects.toThrow('revoke one first');
    const pair = await issueKey(office.app, id, { ...wish, overlapMs: 0 });
    expect([await opens(office, first), await opens(office, pair)]).toEqual([undefined, id]);
  });

  it('refuses to replace what does not work', async () => {
    const { office, id } = await withTenant();
    const old = await issueKey(office.app, id, { mode: 'live' });
    await revokeKey(office.app, id, old.apiKey);
    await expect(issueKey(office.app, id, { mode: 'live', replaces: old.apiKey })).rejects.toThrow(
      `the tenant has no working key ${old.apiKey}`,
    );
  });
});

describe('revoking a key pair', () => {
  it('refuses it at the latest a minute later', async () => {
    const { office, id } = await withTenant();
    const pair = await issueKey(office.app, id, { mode: 'live' });
    expect(await opens(office, pair)).toBe(id);
    expect(await revokeKey(office.app, id, pair.apiKey)).toMatchObject({ status: 'REVOKED' });
    await office.pass(CACHED);
    expect(await opens(office, pair)).toBeUndefined();
  });

  it("does not reach another tenant's key", async () => {
    const { office, id } = await withTenant();
    const other = await createTenant(office.app, 'other');
    const pair = await issueKey(office.app, other.id, { mode: 'live' });
    await expect(revokeKey(office.app, id, pair.apiKey)).rejects.toThrow('the tenant has no key');
    expect(await opens(office, pair)).toBe(other.id);
  });
});
