import { describe, expect, it } from 'vitest';
import {
  issueNotificationToken,
  notificationsOf,
  setNotificationsSigned,
} from '../../../lib/account/notifications.ts';
import { describeFailure, setAcctAccount, setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { readTenant } from '../../../lib/table/tenants/tenants.ts';
import { openWorld } from '../../support/world/opened.ts';
import { subscribe } from '../../support/world/shop.ts';
import { openDesk } from '../console/desk.ts';
import { changeTenant, makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const world = await openWorld();

const setPayment = (shop: TestTenant, body: object) => shop.call('account/set-payment', { body });
const setInvoicing = (shop: TestTenant, body: object) => shop.call('account/set-invoicing', { body });

/** What is stored of both accounts. */
async function stored({ tenant }: TestTenant) {
  const { pay, acct } = await readTenant(forTenant(world.app, tenant.id));
  return { pay: pay?.sealed, acct: acct?.sealed };
}

/** A company of its own at the invoicing provider, as PUT takes it the first time. */
function company() {
  const { companyId, clientId, clientSecret, username, password, productId, moneyAccounts } =
    world.acct.addCompany();
  world.acct.behave({ rateLimit: false });
  const login = { companyId, clientId, clientSecret, username, password, productId };
  return { ...login, moneyAccounts, baseUrl: world.acct.url, siteUrl: 'https://shop.example' };
}

describe('spec: PUT /account/payment', () => {
  it.each([
    ['none was connected', { pay: null }],
    ['one was connected', {}],
  ])('of two at once, where %s, one is connected, and all others are free', async (_, settings) => {
    const shop = await makeTenant(world, settings);
    const merchants = [world.pay.addMerchant(), world.pay.addMerchant()];
    const set = (of: TestTenant, merchant: object) => setPayment(of, { ...merchant, baseUrl: world.pay.url });
    const both = await Promise.all(merchants.map((merchant) => set(shop, merchant)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { pay } = await readTenant(shop.app);
    const others = [...merchants, shop.credentials].filter(
      ({ merchantId }) => merchantId !== pay?.merchantId,
    );
    expect(others).toHaveLength(2);
    for (const free of others)
      expect((await set(await makeTenant(world, { pay: null }), free)).status).toBe(200);
  });

  it('connects the account, and answers where it is to be notified', async () => {
    const shop = await makeTenant(world, { pay: null });
    const before = (await shop.call('account/get')).body.data as { payment: object };
    expect(before.payment).toMatchObject({ configured: false });
    const { status, body } = await setPayment(shop, { ...shop.credentials, baseUrl: world.pay.url });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      configured: true,
      notificationUrl: expect.stringContaining('/notifications/pay/') as string,
      health: 'healthy',
    });
    await world.clock.advanceTo(world.clock.now() + 61_000); // that there was none is remembered for a minute
    await subscribe(world, shop);
  });

  it('never shows a secret again', async () => {
    const shop = await makeTenant(world);
    const { text } = await setPayment(shop, shop.credentials);
    const account = await shop.call('account/get');
    for (const shown of [text, account.text])
      for (const secret of [shop.credentials.apiKey, shop.credentials.secretKey])
        expect(shown).not.toContain(secret);
  });

  it('says in words what is wrong, and then nothing is changed', async () => {
    const shop = await makeTenant(world);
    const before = await stored(shop);
    const { status, body } = await setPayment(shop, { ...shop.credentials, secretKey: 'wrong' });
    expect([status, body.error]).toEqual([409, 'settings_refused']);
    expect(body.message).toMatch(/^The payment provider did not accept this: the credentials are wrong/);
    expect(await stored(shop)).toEqual(before);
    expect((await shop.call('plans/sync', { body: {} })).status).toBe(200);
  });

  it("does not take another tenant's account, and names no tenant", async () => {
    const [own, other] = [await makeTenant(world), await makeTenant(world)];
    expect((await setPayment(other, other.credentials)).status).toBe(200);
    const { status, body } = await setPayment(own, other.credentials);
    expect([status, body.error]).toEqual([409, 'settings_refused']);
    expect(body.message).not.toContain(other.tenant.name);
  });

  it('nobody chooses an address that our calls go to', async () => {
    const shop = await makeTenant(world);
    for (const baseUrl of ['https://evil.example', 'http://169.254.169.254', 'file:///etc/passwd']) {
      const { status, body } = await setPayment(shop, { ...shop.credentials, baseUrl });
      expect([status, (body.details as { field: string }[])[0]?.field]).toEqual([400, 'baseUrl']);
    }
  });
});

describe('the account at the payment provider, for operators', () => {
  it('needs the merchant number and an address, is encrypted for its tenant, and may be stored untested', async () => {
    const { tenant, credentials } = await makeTenant(world, { pay: null });
    const nobody = { ...credentials, apiKey: 'not-a-key', baseUrl: world.pay.url };
    const set = (account: Partial<typeof nobody>, check = true) =>
      setPayAccount(forTenant(world.app, tenant.id), { ...nobody, ...account }, { check });
    for (const check of [true, false])
      await expect(set({ merchantId: '' }, check)).rejects.toThrow('the merchant number is missing');
    for (const baseUrl of ['pay', 'ftp://pay.example'])
      await expect(set({ baseUrl })).rejects.toThrow('is not a web address');
    await expect(set({ baseUrl: 'http://127.0.0.1:1' })).rejects.toThrow('it cannot be reached');
    const { pay } = await set({}, false);
    expect(JSON.stringify(pay)).not.toContain(credentials.secretKey);
    await expect(world.app.secrets.decrypt(tenant.id, 'acct', pay!.sealed)).rejects.toThrow();
  });

  it('is notified from at an address that is replaced as a whole, signed once the merchant number is known', async () => {
    const { tenant } = await makeTenant(world, { pay: null });
    const { url } = notificationsOf(forTenant(world.app, tenant));
    const changed = await issueNotificationToken(forTenant(world.app, tenant.id));
    expect(changed.notificationToken).toMatch(new RegExp(`^${tenant.id}_[0-9A-Za-z_-]{32}$`));
    expect(notificationsOf(forTenant(world.app, changed)).url).not.toBe(url);
    const signed = setNotificationsSigned(forTenant(world.app, tenant.id), true);
    await expect(signed).rejects.toThrow('merchant number');
  });

  it('is refused in words of its own for each kind of failure, followed by the provider’s', () => {
    const ways = ['credentials', 'switchedOff', 'rateLimited', 'unreachable', 'outOfTime', 'timeout'];
    const words = [...ways, 'connectionLost', 'invalidResponse', 'refused'].map((is) =>
      describeFailure({ is }),
    );
    expect(new Set(words).size).toBe(9);
    expect(describeFailure({ is: 'refused', message: 'No such shop' })).toBe('it refused: No such shop');
  });
});

describe('spec: PUT /account/invoicing', () => {
  it('connects the account, and documents are made from then on', async () => {
    const shop = await makeTenant(world);
    const { status, body } = await setInvoicing(shop, company());
    expect(status).toBe(200);
    expect(body.data).toEqual({
      configured: true,
      moneyAccounts: ['TRY', 'USD', 'EUR'],
      defaultAddress: false,
      carrier: false,
      environment: 'sandbox',
      trialCompany: null,
    });
    const { svcId } = await subscribe(world, shop);
    await world.advance(5 * 60_000);
    const { body: listed } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
    expect(listed.data).toMatchObject([{ pdfStatus: 'ready' }]);
  });

  it('what is absent stays, secrets too, and null takes away', async () => {
    const shop = await makeTenant(world);
    await setInvoicing(shop, company());
    const carrier = { title: 'Kargo', taxNumber: '1234567890' };
    const defaultAddress = { country: 'Türkiye', city: 'Ankara', address: 'Sok. 1' };
    const added = await setInvoicing(shop, { carrier, defaultAddress });
    expect(added.body.data).toMatchObject({
      carrier: true,
      defaultAddress: true,
      moneyAccounts: ['TRY', 'USD', 'EUR'],
    });
    const taken = await setInvoicing(shop, { carrier: null });
    expect(taken.body.data).toMatchObject({ carrier: false, defaultAddress: true });
  });

  it('says what is missing the first time', async () => {
    const shop = await makeTenant(world);
    const { status, body } = await setInvoicing(shop, { companyId: '1', siteUrl: 'https://shop.example' });
    expect(status).toBe(400);
    expect((body.details as { field: string }[]).map(({ field }) => field)).toEqual([
      'clientId',
      'clientSecret',
      'productId',
    ]);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, /did not accept this: the credentials are wrong/],
    ['an unknown product', { productId: '999999' }, /^productId: there is no product 999999/],
    ['an unknown account', { moneyAccounts: { USD: '999999' } }, /no account 999999/],
    ['an unknown product for goods', { goodsProductId: '999999' }, /^goodsProductId: there is no product/],
  ])('%s is said in words, and nothing is changed', async (_what, wrong, said) => {
    const shop = await makeTenant(world);
    await setInvoicing(shop, company());
    const before = await stored(shop);
    const { status, body } = await setInvoicing(shop, wrong);
    expect([status, body.error]).toEqual([409, 'settings_refused']);
    expect(body.message).toMatch(said);
    expect(await stored(shop)).toEqual(before);
  });

  it('never shows a secret again', async () => {
    const shop = await makeTenant(world);
    const given = company();
    const { text } = await setInvoicing(shop, given);
    const account = await shop.call('account/get');
    for (const shown of [text, account.text])
      for (const secret of [given.clientSecret, given.password, given.username])
        expect(shown).not.toContain(secret);
  });
});

describe('our choice: the environment of an invoicing account', () => {
  const LIVE = 'https://api.parasut.com';
  const account = (baseUrl: string, more: object = {}) => ({ ...company(), baseUrl, ...more });

  it.each([
    ['test', LIVE, {}, /confirm that the company .* is a trial one/],
    ['test', 'https://API.PARASUT.COM:443/', {}, /confirm/],
    ['test', 'https://proxy.example', {}, /confirm/],
    ['test', LIVE, { trialCompany: false }, /confirm/],
    ['live', 'https://api.heroku-staging.parasut.com', {}, /takes no account at a staging address/],
    ['live', 'https://api.heroku-staging.parasut.com', { trialCompany: true }, /staging/],
  ] as const)('of a %s tenant is not %s with %j', async (mode, baseUrl, more, said) => {
    const shop = await makeTenant(world);
    const { id } = shop.tenant;
    await changeTenant(world, shop, { mode });
    const connect = () => setAcctAccount(forTenant(world.app, id), account(baseUrl, more), { check: false });
    await expect(connect()).rejects.toThrow(said);
    expect((await readTenant(forTenant(world.app, id))).acct).toBeNull();
  });

  it.each([
    ['test', LIVE, { trialCompany: true }, 'live'],
    ['test', 'https://api.heroku-staging.parasut.com', {}, 'staging'],
    ['live', LIVE, {}, 'live'],
  ] as const)('of a %s tenant may be %s with %j', async (mode, baseUrl, more, environment) => {
    const shop = await makeTenant(world);
    await changeTenant(world, shop, { mode });
    await setAcctAccount(shop.app, account(baseUrl, more), { check: false });
    const { body } = await shop.call('account/get');
    const { invoicing } = body.data as { invoicing: { trialCompany: string | null } };
    expect(invoicing).toMatchObject({ environment });
    const overview = (await (await openDesk(world, shop, 'owner')).get('overview')).text;
    const isConfirmed = 'trialCompany' in more;
    expect(invoicing.trialCompany !== null).toBe(isConfirmed);
    expect(overview.includes('was confirmed to be a trial one')).toBe(isConfirmed);
  });

  it('is confirmed of one company: with another it has to be said again', async () => {
    const shop = await makeTenant(world);
    await setInvoicing(shop, { ...company(), trialCompany: true });
    const trial = async () =>
      ((await shop.call('account/get')).body.data as { invoicing: { trialCompany: string | null } }).invoicing
        .trialCompany;
    const first = await trial();
    expect(first).toMatch(/^\d+$/);
    await setInvoicing(shop, { carrier: { title: 'Kargo', taxNumber: '1234567890' } });
    expect(await trial()).toBe(first);
    await setInvoicing(shop, company());
    expect(await trial()).toBeNull();
  });

  it.each(['account/set-invoicing', 'console'] as const)('holds at %s too', async (door) => {
    const shop = await makeTenant(world);
    await setAcctAccount(shop.app, account(LIVE, { trialCompany: true }), {
      check: false,
    });
    if (door === 'console') {
      const desk = await openDesk(world, shop, 'owner');
      const { headers } = await desk.enter('connect-acct', { companyId: '999' });
      expect(headers.location).toContain('refused=');
    } else {
      const { status, body } = await setInvoicing(shop, { companyId: '999' });
      expect([status, body.message]).toEqual([409, expect.stringContaining('trialCompany')]);
    }
  });

  it('is looked at again before anything is issued', async () => {
    const shop = await makeTenant(world, { invoicing: true });
    const { acct } = await readTenant(shop.app);
    const opened = await world.app.secrets.decrypt(shop.tenant.id, 'acct', acct!.sealed);
    const live = JSON.stringify({ ...(JSON.parse(opened.reveal()) as object), baseUrl: LIVE });
    const sealed = await world.app.secrets.encrypt(shop.tenant.id, 'acct', live);
    await changeTenant(world, shop, { acct: { sealed } });
    const { svcId } = await subscribe(world, shop);
    await world.advance(5 * 60_000);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
    expect(body.data).toMatchObject([
      { pdfStatus: 'error', pdfMessage: expect.stringContaining('trial one') },
    ]);
  });
});
