import type { AcctAccount } from '../../../lib/acct/acct.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acctTokens } from '../../../lib/table/documents/acct-tokens.ts';
import { key } from '../../../lib/table/schema.ts';
import { startWorld, type World } from '../../support/world/world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** An account at the invoicing provider with nothing set but what is needed; nobody answers at its address. */
const ACCOUNT: AcctAccount = {
  baseUrl: 'https://acct.example',
  companyId: '1',
  clientId: 'client',
  clientSecret: 'secret',
  productId: '2',
  siteUrl: 'https://shop.example',
};

let world: World;

beforeAll(async () => void (world = await startWorld()));

afterAll(() => world.stop());

const tokens = (accessToken: string) => ({
  accessToken,
  refreshToken: 'refresh-me',
  expiresAt: 1,
  renewingUntil: 0,
});

describe('The stored tokens of the invoicing provider', () => {
  it('are replaced by one of several, also where all store the same', async () => {
    const store = acctTokens(forTenant(world.app, 'several'), ACCOUNT);
    const first = await Promise.all([1, 2, 3].map(() => store.replace(tokens('a'), undefined)));
    expect(first.toSorted()).toEqual([false, false, true]);
    const second = await Promise.all([1, 2, 3].map(() => store.replace(tokens('b'), 1)));
    expect(second.toSorted()).toEqual([false, false, true]);
    expect(await store.replace(tokens('c'), 1)).toBe(false);
  });

  it('are stored encrypted for the tenant and its purpose', async () => {
    await acctTokens(forTenant(world.app, 'sealed'), ACCOUNT).replace(tokens('visible'), undefined);
    const item = await world.table.get(key.acctTokens('sealed'), { consistent: true });
    expect(JSON.stringify(item)).not.toMatch(/visible|refresh-me|secret/);
    await world.table.apply({ put: { ...item!, ...key.acctTokens('thief') } });
    await expect(acctTokens(forTenant(world.app, 'thief'), ACCOUNT).read()).rejects.toThrow();
  });

  it('count as nothing once the tenant has another account', async () => {
    const store = acctTokens(forTenant(world.app, 'moved'), ACCOUNT);
    await store.replace(tokens('old'), undefined);
    await store.replace(tokens('older'), 1);
    const other = acctTokens(forTenant(world.app, 'moved'), { ...ACCOUNT, companyId: '9' });
    expect(await other.read()).toBeUndefined();
    expect(await other.replace(tokens('new'), undefined)).toBe(true);
    expect(await other.read()).toEqual({ ...tokens('new'), version: 1 });
    expect(await store.replace(tokens('late'), 1)).toBe(false);
  });
});
