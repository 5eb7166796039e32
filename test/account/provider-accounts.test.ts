import { describe, expect, it } from 'vitest';
import { setAcctAccount, setPayAccount } from '../../lib/account/provider-accounts.ts';
import {
  notificationsOf,
  issueNotificationToken,
  setNotificationsSigned,
} from '../../lib/account/notifications.ts';
import { createTenant, showTenant } from '../../lib/account/tenants.ts';
import { payAccount } from '../../lib/table/tenants.ts';
import { makeCompany } from '../../local/seed-providers.ts';
import { openOffice } from './office.ts';

const NOBODY = { apiKey: 'not-a-key', secretKey: 'not-a-secret' };

describe('the account at the payment provider', () => {
  it('is tried out, sealed, and opens for its tenant alone', async () => {
    const { operator, app, pay, written } = await openOffice();
    const { id } = await createTenant(operator, 'shop');
    const merchant = pay.addMerchant();
    const tenant = await setPayAccount(operator, id, { baseUrl: pay.url, ...merchant });
    expect(tenant.pay).toMatchObject({ baseUrl: pay.url, merchantId: merchant.merchantId });
    expect(await payAccount(app, tenant)).toEqual({ baseUrl: pay.url, ...merchant });
    expect(written()).not.toContain(merchant.secretKey);
    await expect(app.secrets.decrypt(id, 'acct', tenant.pay!.sealed)).rejects.toThrow();
  });

  it('is not kept when the provider refuses it, and the words say so without repeating it', async () => {
    const { operator, pay } = await openOffice();
    const { id } = await createTenant(operator, 'shop');
    const refused = setPayAccount(operator, id, { baseUrl: pay.url, ...NOBODY });
    await expect(refused).rejects.toThrow(
      'the payment provider did not accept this: the credentials are wrong',
    );
    await expect(refused).rejects.not.toThrow(NOBODY.secretKey);
    expect((await showTenant(operator, id)).pay).toBeNull();
  });

  it('is kept untried where nobody wants it tried', async () => {
    const { operator, pay } = await openOffice();
    const { id } = await createTenant(operator, 'shop');
    const account = { baseUrl: pay.url, ...NOBODY };
    expect((await setPayAccount(operator, id, account, { check: false })).pay).not.toBeNull();
  });

  it('says what is wrong with the address', async () => {
    const { operator } = await openOffice();
    const { id } = await createTenant(operator, 'shop');
    const at = (baseUrl: string) => setPayAccount(operator, id, { baseUrl, ...NOBODY });
    await expect(at('pay')).rejects.toThrow('pay is not a web address');
    await expect(at('ftp://pay.example')).rejects.toThrow('is not a web address');
    await expect(at('http://127.0.0.1:1')).rejects.toThrow('it cannot be reached');
  });

  it('needs the merchant number where notices are signed', async () => {
    const office = await openOffice();
    const { merchant, tenant } = await office.shop();
    await setNotificationsSigned(office.operator, tenant.id, true);
    const { apiKey, secretKey } = merchant;
    const account = { baseUrl: office.pay.url, apiKey, secretKey };
    await expect(setPayAccount(office.operator, tenant.id, account)).rejects.toThrow('merchant number');
  });
});

describe('the account at the invoicing provider', () => {
  it('is tried out and sealed', async () => {
    const { operator, app, acct, written } = await openOffice();
    const { id } = await createTenant(operator, 'shop');
    const account = await makeCompany(acct.url);
    const tenant = await setAcctAccount(operator, id, account);
    const opened = await app.secrets.decrypt(id, 'acct', tenant.acct!.sealed);
    expect(JSON.parse(opened.reveal())).toEqual(account);
    expect(written()).not.toContain(account.clientSecret);
  });

  it('is not kept when the provider refuses it', async () => {
    const { operator, acct } = await openOffice();
    const { id } = await createTenant(operator, 'shop');
    const account = { ...(await makeCompany(acct.url)), password: 'wrong' };
    await expect(setAcctAccount(operator, id, account)).rejects.toThrow(
      'the invoicing provider did not accept this',
    );
    expect((await showTenant(operator, id)).acct).toBeNull();
    expect((await setAcctAccount(operator, id, account, { check: false })).acct).not.toBeNull();
  });
});

describe('the notices of the payment provider', () => {
  it('go to an address that names the tenant, and a new one takes the place of the old', async () => {
    const { operator } = await openOffice();
    const tenant = await createTenant(operator, 'shop');
    const { url, signed, merchantId } = notificationsOf(operator, tenant);
    expect(url).toBe(`https://billing.example/notifications/pay/${tenant.notificationToken!}`);
    expect({ signed, merchantId }).toEqual({ signed: false, merchantId: null });
    const changed = await issueNotificationToken(operator, tenant.id);
    expect(changed.notificationToken).toMatch(new RegExp(`^${tenant.id}_[0-9A-Za-z_-]{32}$`));
    expect(notificationsOf(operator, changed).url).not.toBe(url);
  });

  it('have no address where there is no token', async () => {
    const { operator } = await openOffice();
    const tenant = await createTenant(operator, 'shop');
    expect(notificationsOf(operator, { ...tenant, notificationToken: null }).url).toBeNull();
  });

  it('can be held to signatures once the merchant number is known', async () => {
    const office = await openOffice();
    const { id } = await createTenant(office.operator, 'bare');
    await expect(setNotificationsSigned(office.operator, id, true)).rejects.toThrow('merchant number');
    expect(await setNotificationsSigned(office.operator, id, false)).toMatchObject({
      notificationsSigned: false,
    });
    const { tenant } = await office.shop();
    expect(await setNotificationsSigned(office.operator, tenant.id, true)).toMatchObject({
      notificationsSigned: true,
    });
  });
});
