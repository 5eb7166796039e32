import { describe, expect, it } from 'vitest';
import { setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { createTenant } from '../../../lib/account/tenants.ts';
import { environmentAt, environmentOf } from '../../../lib/pay/iyzico/account.ts';
import { openOperator } from './operator.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const LIVE = { baseUrl: 'https://api.iyzipay.com', apiKey: 'abc', secretKey: 'def', merchantId: '1' };
const SANDBOX = {
  baseUrl: 'https://sandbox-api.iyzipay.com',
  merchantId: '1',
  apiKey: 'sandbox-abc',
  secretKey: 'sandbox-def',
};
const unchecked = { check: false };

describe('the environment of credentials', () => {
  it.each([
    [LIVE, 'live'],
    [SANDBOX, 'test'],
    [{ ...LIVE, apiKey: 'sandbox-abc' }, undefined],
    [{ ...LIVE, secretKey: 'sandbox-abc' }, undefined],
    [{ ...SANDBOX, apiKey: 'abc' }, undefined],
    [{ ...SANDBOX, secretKey: 'abc' }, undefined],
    [{ ...LIVE, baseUrl: 'https://proxy.example' }, 'live'],
    [{ ...SANDBOX, baseUrl: 'https://proxy.example' }, undefined],
    [{ ...LIVE, baseUrl: 'http://127.0.0.1:3400' }, 'test'],
  ])('of %j is %s', (account, environment) => expect(environmentOf(account)).toBe(environment));

  it('is the live one at an address that nobody knows, so that nothing is taken for a test by mistake', () => {
    expect(environmentAt('https://elsewhere.example')).toBe('live');
  });
});

describe('the mode of a tenant', () => {
  it('is chosen when it is made, and refuses the credentials of the other environment', async () => {
    const { app } = await openOperator();
    const test = await createTenant(app, 'a test');
    const live = await createTenant(app, 'a shop', 'live');
    expect([test.mode, live.mode]).toEqual(['test', 'live']);
    await expect(setPayAccount(forTenant(app, test.id), LIVE, unchecked)).rejects.toThrow('a test tenant');
    await expect(setPayAccount(forTenant(app, live.id), SANDBOX, unchecked)).rejects.toThrow('a live tenant');
    const mixed = { ...LIVE, apiKey: 'sandbox-abc' };
    await expect(setPayAccount(forTenant(app, live.id), mixed, unchecked)).rejects.toThrow(
      'different environments',
    );
    expect((await setPayAccount(forTenant(app, live.id), LIVE, unchecked)).mode).toBe('live');
    expect((await setPayAccount(forTenant(app, test.id), SANDBOX, unchecked)).mode).toBe('test');
  });
});
