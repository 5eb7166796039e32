import { RIGHTS } from '../../lib/billing/rights.ts';
import { describe, expect, it } from 'vitest';
import { makeCompany } from '../../local/demo/seed-providers.ts';
import { DAY, START } from '../account/operator.ts';
import { anyText, like, TIME } from '../world/expecting.ts';
import { openCli, type TestCli } from './io.ts';

const ID = like(/^[0-9a-f]{32}$/);
const NOTIFICATIONS = { url: like(/^https:\/\/billing\.example\/notifications\/pay\/[0-9a-f]{32}_.{32}$/) };

const FRESH = {
  tenantId: ID,
  name: 'shop',
  status: 'ACTIVE',
  mode: 'test',
  createdAt: new Date(START).toISOString(),
  webhook: null,
  chat: null,
  pay: null,
  acctSet: false,
  notifications: { ...NOTIFICATIONS, signed: false, merchantId: null },
  recovery: { retryDays: [1, 3, 6, 10, 16, 24], then: 'keep' },
};

const OPERATOR = { by: 'operator', who: null };

async function withTenant(): Promise<TestCli> {
  const cli = await openCli();
  await cli.json(['tenants', 'create', 'shop']);
  return cli;
}

/** A tenant with an account at the payment provider. */
async function withAccount() {
  const cli = await withTenant();
  const merchant = cli.operator.pay.addMerchant();
  const set = await cli.json(['credentials', 'set', 'pay', '--tenant', 'shop'], merchant);
  return { cli, merchant, set };
}

describe('tenants --json', () => {
  it('create, list, show, suspend and resume print the tenant in one shape', async () => {
    const cli = await openCli();
    expect(await cli.json(['tenants', 'list'])).toEqual({ tenants: [] });
    expect(await cli.json(['tenants', 'create', 'shop'])).toEqual({ tenant: FRESH });
    expect(await cli.json(['tenants', 'list'])).toEqual({ tenants: [FRESH] });
    expect(await cli.json(['tenants', 'show', 'shop'])).toEqual({
      ...{ tenant: FRESH, comparison: null, comparedAt: null },
      health: {
        payment: { health: 'healthy', since: null, lastProbeAt: null, merchantIdMissing: false },
        webhook: null,
      },
    });
    const suspended = { ...FRESH, status: 'SUSPENDED' };
    expect(await cli.json(['tenants', 'suspend', 'shop'])).toEqual({ tenant: suspended });
    expect(await cli.json(['tenants', 'resume', 'shop'])).toEqual({ tenant: FRESH });
  });

  it('set changes when failed renewals are tried again, and what follows only where that is said', async () => {
    const cli = await withTenant();
    const set = async (...args: string[]) => {
      const { tenant } = await cli.json(['tenants', 'set', 'shop', ...args]);
      return (tenant as { recovery: unknown }).recovery;
    };
    const days = ['--recovery', '1,3'];
    expect(await set(...days, '--then', 'cancel')).toEqual({ retryDays: [1, 3], then: 'cancel' });
    expect(await set('--recovery', '')).toEqual({ retryDays: [], then: 'cancel' });
    const { tenant } = await cli.json(['tenants', 'show', 'shop']);
    expect(tenant).toMatchObject({ recovery: { retryDays: [], then: 'cancel' } });
  });

  it('accepts --json before the command too', async () => {
    const cli = await openCli();
    const { out } = await cli.run(['--json', 'tenants', 'list']);
    expect(JSON.parse(out)).toEqual({ tenants: [] });
  });
});

describe('credentials --json', () => {
  it('set pay prints the address, and whether the credentials were checked', async () => {
    const { cli, merchant, set } = await withAccount();
    const { merchantId } = merchant;
    const tenant = {
      ...FRESH,
      pay: { baseUrl: cli.operator.pay.url, merchantId },
      notifications: { ...FRESH.notifications, merchantId },
    };
    expect(set).toEqual({ checked: true, tenant });
    const untried = await cli.json(['credentials', 'set', 'pay', '--tenant', 'shop', '--no-check'], merchant);
    expect(untried).toEqual({ checked: false, tenant });
  });

  it('set acct reports that the tenant has credentials', async () => {
    const cli = await withTenant();
    const company = await makeCompany(cli.operator.acct.url);
    expect(await cli.json(['credentials', 'set', 'acct', '--tenant', 'shop'], company)).toEqual({
      checked: true,
      tenant: { ...FRESH, acctSet: true },
    });
  });
});

describe('webhook, chat and notifications --json', () => {
  it('show a webhook secret only when it is new', async () => {
    const { json } = await withTenant();
    const tenant = ['--tenant', 'shop'];
    const url = 'https://shop.example/hooks';
    const now = new Date(START).toISOString();
    const webhook = { url, createdAt: now, secretCreatedAt: now, rotation: null };
    const webhookSecret = like(/^whsec_[\w+/]{43}=$/);
    expect(await json(['webhook', 'set', url, ...tenant])).toEqual({ webhook, webhookSecret });
    expect(await json(['webhook', 'set', url, ...tenant])).toEqual({ webhook, webhookSecret: null });
    const rotation = { startedAt: now, endsAt: new Date(START + DAY).toISOString() };
    expect(await json(['webhook', 'rotate', ...tenant])).toEqual({
      webhook: { ...webhook, rotation },
      webhookSecret,
    });
    expect(await json(['webhook', 'finish-rotation', ...tenant])).toEqual({ webhook, webhookSecret: null });
    expect(await json(['webhook', 'clear', ...tenant])).toEqual({ webhook: null });
  });

  it('set and clear the chat', async () => {
    const { json } = await withTenant();
    const url = 'https://chat.example/hook';
    const set = await json(['chat', 'set', url, '--tenant', 'shop']);
    expect(set).toEqual({ chat: { url } });
    expect(await json(['chat', 'clear', '--tenant', 'shop'])).toEqual({ chat: null });
  });

  it('show, issue and sign print the notification settings in one shape', async () => {
    const { cli, merchant } = await withAccount();
    const { merchantId } = merchant;
    const settings = { tenantId: ID, notifications: { ...NOTIFICATIONS, signed: false, merchantId } };
    const tenant = ['--tenant', 'shop'];
    const shown = await cli.json(['notifications', 'show', ...tenant]);
    expect(shown).toEqual(settings);
    const issued = await cli.json(['notifications', 'issue', ...tenant]);
    expect(issued).toEqual(settings);
    expect(issued).not.toEqual(shown);
    const signed = { notifications: { ...NOTIFICATIONS, signed: true, merchantId } };
    expect(await cli.json(['notifications', 'sign', ...tenant])).toMatchObject(signed);
    expect(await cli.json(['notifications', 'sign', 'off', ...tenant])).toEqual(settings);
  });
});

describe('keys --json', () => {
  it('create, rotate, list and revoke show a key in one shape', async () => {
    const { json } = await withTenant();
    const tenant = ['--tenant', 'shop'];
    const key = {
      apiKey: like(/^svck_test_/),
      label: 'till',
      rights: [...RIGHTS],
      scope: 'all',
      state: 'ACTIVE',
      createdAt: TIME,
      expiresAt: null,
      lastUsedAt: null,
      createdBy: OPERATOR,
      endedBy: null,
    };
    const first = await json(['keys', 'create', '--label', 'till', ...tenant]);
    expect(first).toEqual({ tenantId: ID, key: { ...key, apiSecret: like(/^svcs_/) } });
    const reading = await json(['keys', 'create', '--rights', 'read', ...tenant]);
    expect(reading).toMatchObject({ key: { apiKey: like(/^svck_test_/), label: '', scope: 'read' } });
    const old = (first.key as { apiKey: string }).apiKey;
    const expiresAt = new Date(START + 7 * DAY).toISOString();
    expect(await json(['keys', 'rotate', old, '--overlap', '168', ...tenant])).toEqual({
      tenantId: ID,
      key: { ...key, apiSecret: anyText },
      replaced: { apiKey: old, expiresAt },
    });
    const expiring = { ...key, apiKey: old, state: 'EXPIRING', expiresAt, endedBy: OPERATOR };
    const { keys } = (await json(['keys', 'list', ...tenant])) as { keys: unknown[] };
    expect(keys).toHaveLength(3);
    expect(keys).toContainEqual(expiring);
    expect(await json(['keys', 'revoke', old, ...tenant])).toEqual({
      tenantId: ID,
      key: { ...expiring, state: 'REVOKED' },
    });
  });
});
