import { describe, expect, it } from 'vitest';
import { makeCompany, makePlans } from '../../../local/demo/seed-providers.ts';
import { PLANS } from '../account/operator.ts';
import { openCli } from './io.ts';

const TENANT = ['--tenant', 'shop'];

async function withTenant() {
  const cli = await openCli();
  await cli.run(['tenants', 'create', 'shop']);
  return cli;
}

describe('for people', () => {
  it('every command reports what it did', async () => {
    const { run, json, operator } = await openCli();
    const merchant = operator.pay.addMerchant();
    await makePlans(operator.pay.url, merchant, PLANS);
    const company = await makeCompany(operator.acct.url);
    const said = async (args: string[], words: string | RegExp, input?: object) => {
      const { code, out, err } = await run(args, input && JSON.stringify(input));
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(words);
      return out;
    };
    await said(['tenants', 'list'], 'There are no tenants on the test.');
    await said(
      ['tenants', 'create', 'shop'],
      /^Created shop, a test tenant, with id [0-9a-f]{32} on the test\.\n/,
    );
    await said(
      ['tenants', 'list'],
      /^ID +NAME +STATUS +CREATED\n[0-9a-f]{32} {2}shop +ACTIVE +2026-01-15 09:00 UTC\n$/,
    );
    const stored = 'Stored the payment credentials of shop, encrypted.';
    await said(['credentials', 'set', 'pay', ...TENANT], stored, merchant);
    await said(['credentials', 'set', 'acct', ...TENANT], 'The provider accepted them.', company);
    await said(['notifications', 'show', ...TENANT], /merchant number +\d+/);
    await said(['notifications', 'sign', ...TENANT], 'Notifications for shop must be signed now.');
    await said(['notifications', 'issue', ...TENANT], 'shop has a new address');
    const signed = await json(['notifications', 'show', ...TENANT]);
    expect(signed).toMatchObject({ notifications: { signed: true, merchantId: merchant.merchantId } });
    await said(['notifications', 'sign', 'off', ...TENANT], 'shop');
    const { tenant } = (await json(['tenants', 'show', 'shop'])) as { tenant: object };
    expect(tenant).toMatchObject({ name: 'shop', status: 'ACTIVE', mode: 'test', acctSet: true });
    expect(await json(['tenants', 'list'])).toEqual({ tenants: [tenant] });
    await said(['tenants', 'suspend', 'shop'], 'shop is SUSPENDED now.');
    await said(['tenants', 'resume', 'shop'], 'shop is ACTIVE now.');
    await said(['tenants', 'show', 'shop'], /^shop is ACTIVE\.\n/);
  });

  it('a member that credentials do not have is named, and nothing is stored', async () => {
    const { run, operator } = await withTenant();
    const { moneyAccounts, ...company } = await makeCompany(operator.acct.url);
    const typed = JSON.stringify({ ...company, accountId: moneyAccounts?.TRY });
    const refused = await run(['credentials', 'set', 'acct', ...TENANT], typed);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('accountId');
    expect((await run(['tenants', 'show', 'shop', '--json'])).out).toContain('"acctSet": false');
  });

  it('no secret is shown', async () => {
    const { run, operator } = await withTenant();
    const merchant = operator.pay.addMerchant();
    const company = await makeCompany(operator.acct.url);
    const secrets = [merchant.secretKey, merchant.apiKey, company.clientSecret, company.password ?? ''];
    expect(secrets).not.toContain('');
    const shown = [
      await run(['credentials', 'set', 'pay', ...TENANT], JSON.stringify(merchant)),
      await run(['credentials', 'set', 'acct', ...TENANT], JSON.stringify(company)),
      await run(['tenants', 'show', 'shop', '--json']),
      await run(['tenants', 'list', '--json']),
      await run(['notifications', 'show', ...TENANT, '--json']),
    ];
    expect(shown.map(({ code }) => code)).toEqual(shown.map(() => 0));
    for (const { out, err } of shown) for (const secret of secrets) expect(out + err).not.toContain(secret);
  });
});

describe('an error', () => {
  it.each([
    ['', 'nothing on standard input; give a JSON object with baseUrl, merchantId, apiKey, secretKey'],
    ['{"apiKey":"hush"', 'what is on standard input is not JSON'],
    ['"hush"', 'the object is missing or wrong'],
    ['{"apiKey":"hush"}', 'secretKey is missing or wrong'],
    ['{"apiKey":"hush","secretKey":"hush"}', 'merchantId is missing or wrong'],
    ['{"apiKey":"hush","secretKey":5}', 'secretKey is missing or wrong'],
    ['{"apiKey":"hush","secretKey":"hush","key":"hush"}', 'key is not known'],
  ])('in credentials is reported without repeating them: %s', async (input, why) => {
    const { run } = await withTenant();
    const { code, out, err } = await run(['credentials', 'set', 'pay', ...TENANT], input);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
    expect(err).not.toContain('hush');
  });
});
