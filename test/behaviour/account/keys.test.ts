import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyStateOf } from '../../../lib/billing/api-key.ts';
import { listKeys } from '../../../lib/account/keys.ts';
import { authenticate } from '../../../lib/table/tenants/authenticate.ts';
import { HOUR, MINUTE, START } from './operator.ts';
import { withTenant } from './key-pairs.ts';

describe('creating a key pair', () => {
  it('makes a secret of 256 random bits that ends in its checksum', async () => {
    const { issue } = await withTenant();
    const { apiSecret } = await issue('all');
    const [, secret = '', random = '', sum] = /^(svcs_([\w-]{43}))_([0-9a-f]{8})$/.exec(apiSecret) ?? [];
    expect(Buffer.from(random, 'base64url')).toHaveLength(32);
    expect(createHash('sha256').update(secret).digest('hex').slice(0, 8)).toBe(sum);
  });

  it('stores of the secret nothing but its SHA-256', async () => {
    const { operator, id, issue } = await withTenant();
    const { apiSecret } = await issue();
    expect(operator.written()).toContain(createHash('sha256').update(apiSecret).digest('hex'));
    expect(operator.written()).not.toContain(apiSecret.slice(5, 20));
    expect(JSON.stringify(await listKeys(operator.app, id))).not.toMatch(/secret|hash/i);
  });

  it('lists pairs of one moment in the order of their names, from the last', async () => {
    const { operator, id, issue } = await withTenant();
    const made = [await issue(), await issue(), await issue()].map(({ key }) => key.apiKey);
    const shown = (await listKeys(operator.app, id)).map(({ apiKey }) => apiKey);
    expect(shown).toEqual(made.toSorted().reverse());
  });

  it('forgets all but the newest ten that work no longer', async () => {
    const { operator, id, issue, revoke } = await withTenant();
    const kept = await issue();
    for (let i = 0; i < 15; i++) {
      await operator.pass(1);
      await revoke(await issue());
    }
    await issue();
    const keys = await listKeys(operator.app, id);
    expect(keys.map((one) => keyStateOf(one, operator.clock.now())).sort()).toEqual([
      ...['ACTIVE', 'ACTIVE'],
      ...Array.from({ length: 10 }, () => 'REVOKED'),
    ]);
    expect(keys.at(-1)?.apiKey).toBe(kept.key.apiKey);
  });
});

describe('the last use of a key pair', () => {
  it('is noted to the hour, with one write an hour and process', async () => {
    const { operator, id, issue } = await withTenant();
    const pair = await issue();
    let writes = 0;
    const table = { ...operator.app.table };
    table.apply = (change) => (writes++, operator.app.table.apply(change));
    const app = { ...operator.app, table, memory: {} };
    const use = async () => (await authenticate(app, pair.key.apiKey, pair.apiSecret))?.lastUseWrite;
    const lastUsedAt = async () => (await listKeys(operator.app, id))[0]?.lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    await use();
    for (let i = 0; i < 50; i++) {
      await operator.pass(MINUTE);
      await use();
    }
    expect([writes, await lastUsedAt()]).toEqual([1, START]);
    await operator.pass(15 * MINUTE);
    await use();
    expect([writes, await lastUsedAt()]).toEqual([2, START + HOUR]);
  });

  it('costs a request nothing where it cannot be noted', async () => {
    const { operator, id, issue } = await withTenant();
    const pair = await issue();
    const table = { ...operator.app.table, apply: () => Promise.reject(new Error('not now')) };
    const known = await authenticate({ ...operator.app, table, memory: {} }, pair.key.apiKey, pair.apiSecret);
    await known?.lastUseWrite;
    expect(known?.tenant.id).toBe(id);
  });
});
