import { describe, expect, it } from 'vitest';
import { makeCompany } from '../../../local/demo/seed-providers.ts';
import { START } from '../account/operator.ts';
import { like } from '../../support/world/expecting.ts';
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
        payment: { health: 'healthy', since: null, lastProbeAt: null },
        webhook: null,
      },
    });
    const suspended = { ...FRESH, status: 'SUSPENDED' };
    expect(await cli.json(['tenants', 'suspend', 'shop'])).toEqual({ tenant: suspended });
    expect(await cli.json(['tenants', 'resume', 'shop'])).toEqual({ tenant: FRESH });
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

describe('notifications --json', () => {
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
