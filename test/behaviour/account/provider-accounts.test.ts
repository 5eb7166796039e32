import { describe, expect, it } from 'vitest';
import { setAcctAccount, setPayAccount, describeFailure } from '../../../lib/account/provider-accounts.ts';
import {
  notificationsOf,
  issueNotificationToken,
  setNotificationsSigned,
} from '../../../lib/account/notifications.ts';
import { createTenant, showTenant } from '../../../lib/account/tenants.ts';
import { payAccount } from '../../../lib/table/tenants/tenants.ts';
import { makeCompany } from '../../../local/demo/seed-providers.ts';
import { openOperator } from './operator.ts';

const NOBODY = { merchantId: '1', apiKey: 'not-a-key', secretKey: 'not-a-secret' };

describe('the account at the payment provider', () => {
  it('is tested, encrypted, and decrypted for its tenant alone', async () => {
    const { app, pay, written } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const merchant = pay.addMerchant();
    const tenant = await setPayAccount(app, id, { baseUrl: pay.url, ...merchant });
    expect(tenant.pay).toMatchObject({ baseUrl: pay.url, merchantId: merchant.merchantId });
    expect(await payAccount(app, tenant)).toEqual({ baseUrl: pay.url, ...merchant });
    expect(written()).not.toContain(merchant.secretKey);
    await expect(app.secrets.decrypt(id, 'acct', tenant.pay!.sealed)).rejects.toThrow();
  });

  it('is not stored if the provider refuses it, and the error does not repeat the secret', async () => {
    const { app, pay } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const refused = setPayAccount(app, id, { baseUrl: pay.url, ...NOBODY });
    await expect(refused).rejects.toThrow(
      'the payment provider did not accept this: the credentials are wrong',
    );
    await expect(refused).rejects.not.toThrow(NOBODY.secretKey);
    expect((await showTenant(app, id)).pay).toBeNull();
  });

  it('is stored untested with check off', async () => {
    const { app, pay } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const account = { baseUrl: pay.url, ...NOBODY };
    expect((await setPayAccount(app, id, account, { check: false })).pay).not.toBeNull();
  });

  it('says what is wrong with the address', async () => {
    const { app } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const at = (baseUrl: string) => setPayAccount(app, id, { baseUrl, ...NOBODY });
    await expect(at('pay')).rejects.toThrow('pay is not a web address');
    await expect(at('ftp://pay.example')).rejects.toThrow('is not a web address');
    await expect(at('http://127.0.0.1:1')).rejects.toThrow('it cannot be reached');
  });

  it('needs the merchant number, also where it is stored untested', async () => {
    const operator = await openOperator();
    const { merchant, tenant } = await operator.shop();
    const { apiKey, secretKey } = merchant;
    const account = { baseUrl: operator.pay.url, apiKey, secretKey };
    for (const check of [true, false])
      await expect(setPayAccount(operator.app, tenant.id, account, { check })).rejects.toThrow(
        'the merchant number is missing',
      );
  });
});

describe('the account at the invoicing provider', () => {
  it('is tested and encrypted', async () => {
    const { app, acct, written } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const account = await makeCompany(acct.url);
    const tenant = await setAcctAccount(app, id, account);
    const opened = await app.secrets.decrypt(id, 'acct', tenant.acct!.sealed);
    expect(JSON.parse(opened.reveal())).toEqual(account);
    expect(written()).not.toContain(account.clientSecret);
  });

  it('is not stored where a product or money account is not there, or is of another currency', async () => {
    const { app, acct } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const account = await makeCompany(acct.url);
    const { TRY, USD } = account.moneyAccounts!;
    const wrong = {
      ...account,
      goodsProductId: '2999999999',
      moneyAccounts: { TRY: '3999999999', USD: TRY },
    };
    await expect(setAcctAccount(app, id, wrong)).rejects.toThrow(
      'goodsProductId: there is no product 2999999999; ' +
        'moneyAccounts.TRY: there is no account 3999999999; ' +
        `moneyAccounts.USD: the account ${TRY} is in TRY`,
    );
    expect((await showTenant(app, id)).acct).toBeNull();
    const some = { ...account, moneyAccounts: { USD }, carrier: undefined };
    expect((await setAcctAccount(app, id, some)).acct).toMatchObject({
      coverage: { moneyAccounts: ['USD'], hasDefaultAddress: true, hasCarrier: false },
    });
  });

  it('is not stored if the provider refuses it', async () => {
    const { app, acct } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const account = { ...(await makeCompany(acct.url)), password: 'wrong' };
    await expect(setAcctAccount(app, id, account)).rejects.toThrow(
      'the invoicing provider did not accept this',
    );
    expect((await showTenant(app, id)).acct).toBeNull();
    expect((await setAcctAccount(app, id, account, { check: false })).acct).not.toBeNull();
  });
});

describe('the notifications of the payment provider', () => {
  it('go to an address that names the tenant, and a new address replaces the old one', async () => {
    const { app } = await openOperator();
    const tenant = await createTenant(app, 'shop');
    const { url, signed, merchantId } = notificationsOf(app, tenant);
    expect(url).toBe(`https://billing.example/notifications/pay/${tenant.notificationToken!}`);
    expect({ signed, merchantId }).toEqual({ signed: false, merchantId: null });
    const changed = await issueNotificationToken(app, tenant.id);
    expect(changed.notificationToken).toMatch(new RegExp(`^${tenant.id}_[0-9A-Za-z_-]{32}$`));
    expect(notificationsOf(app, changed).url).not.toBe(url);
  });

  it('have no address without a token', async () => {
    const { app } = await openOperator();
    const tenant = await createTenant(app, 'shop');
    expect(notificationsOf(app, { ...tenant, notificationToken: null }).url).toBeNull();
  });

  it('can be required to be signed once the merchant number is known', async () => {
    const operator = await openOperator();
    const { id } = await createTenant(operator.app, 'bare');
    await expect(setNotificationsSigned(operator.app, id, true)).rejects.toThrow('merchant number');
    expect(await setNotificationsSigned(operator.app, id, false)).toMatchObject({
      notificationsSigned: false,
    });
    const { tenant } = await operator.shop();
    expect(await setNotificationsSigned(operator.app, tenant.id, true)).toMatchObject({
      notificationsSigned: true,
    });
  });
});

describe('the description of a provider failure', () => {
  it('is different for each kind of failure', () => {
    const ways = ['credentials', 'switchedOff', 'rateLimited', 'unreachable', 'outOfTime', 'timeout'];
    const words = [...ways, 'connectionLost', 'invalidResponse', 'refused'].map((is) =>
      describeFailure({ is }),
    );
    expect(new Set(words).size).toBe(9);
    for (const one of words) expect(one).toMatch(/^[a-z][a-z ,;']{9,}\??$/);
  });

  it('is followed by the message of the provider', () => {
    expect(describeFailure({ is: 'refused', message: 'No such shop' })).toBe('it refused: No such shop');
  });
});
