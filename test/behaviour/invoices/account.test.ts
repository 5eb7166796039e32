import { describe, expect, it } from 'vitest';
import type { AcctAccount, AcctRun } from '../../../lib/acct/acct.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { openAccount } from '../../../lib/invoicing/account.ts';
import type { Tenant } from '../../../lib/table/tenants/tenants.ts';
import { openShop } from '../../support/world/opened.ts';
import { ACCOUNT } from './account.ts';

const { world, shop } = await openShop();
const RUN: AcctRun = {
  timeLeftMs: () => Infinity,
  admit: async () => 0,
  ended: async () => undefined,
  limited: async () => undefined,
};
const ALL: AcctAccount = {
  ...ACCOUNT,
  username: 'ada@shop.example',
  password: 'password',
  refreshToken: 'refresh-me',
  vatRate: 0,
  vatExemption: { code: '351', reason: 'Exempt' },
  rounding: 'line',
  moneyAccounts: { TRY: '3', USD: '4', EUR: '5' },
  paymentPlatform: 'Sandbox Pay',
};

const withAccount = async (account: AcctAccount): Promise<Tenant> => ({
  ...shop.tenant,
  acct: { sealed: await world.app.secrets.encrypt(shop.tenant.id, 'acct', JSON.stringify(account)) },
});

describe('An account at the invoicing provider', () => {
  it.each([
    ['all that can be set', ALL],
    ['what is needed', ACCOUNT],
    ['an exemption without its reason', { ...ACCOUNT, vatExemption: { code: '351' } }],
  ])('reaches the provider’s client as it was set: %s', async (_what, account) => {
    const used: AcctAccount[] = [];
    const acct: App['acct'] = (of, ...more) => (used.push(of), world.app.acct(of, ...more));
    const opened = await openAccount({ ...world.app, acct, memory: {} }, await withAccount(account));
    opened?.client(RUN);
    expect(used).toEqual([account]);
  });

  it('is decrypted once by an instance, until another is set up', async () => {
    let decrypted = 0;
    const { secrets } = world.app;
    const decrypt: App['secrets']['decrypt'] = (...asked) => (decrypted++, secrets.decrypt(...asked));
    const app = { ...world.app, secrets: { ...secrets, decrypt }, memory: {} };
    const tenant = await withAccount(ALL);
    for (const one of [tenant, tenant, await withAccount(ACCOUNT)]) await openAccount(app, one);
    expect(decrypted).toBe(2);
  });

  it('is none where none is set up', async () => {
    expect(await openAccount(world.app, { ...shop.tenant, acct: null })).toBeUndefined();
  });
});
