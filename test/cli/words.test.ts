import { describe, expect, it } from 'vitest';
import { makeCompany, makePlans } from '../../local/demo/seed-providers.ts';
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
    const { run, operator } = await openCli();
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
    await said(['webhook', 'set', 'https://shop.example/h', ...TENANT], /whsec_.+\nKeep the secret now/);
    await said(['webhook', 'rotate', ...TENANT], 'the old one signs until 2026-01-16 09:00 UTC');
    await said(['tenants', 'show', 'shop'], /old webhook secret until +2026-01-16 09:00 UTC\n/);
    await said(['plans', 'create', '--help'], /--every <period> .*\(default:\s+month\)/);
    await said(['webhook', 'clear', ...TENANT], 'Events of shop go nowhere now.');
    await said(['chat', 'set', 'https://chat.example/h', ...TENANT], 'go to https://chat.example/h now');
    await said(['chat', 'clear', ...TENANT], 'Chat messages of shop go nowhere now.');
    await said(['notifications', 'show', ...TENANT], /merchant number +\d+/);
    await said(['notifications', 'sign', ...TENANT], 'Notifications for shop must be signed now.');
    await said(['notifications', 'issue', ...TENANT], 'shop has a new address');
    await said(['keys', 'list', ...TENANT], 'shop has no keys.');
    const create = ['keys', 'create', '--label', 'till', ...TENANT];
    const issued = await said(create, /X-Api-Key +svck_test_.+\n +X-Api-Secret +svcs_/);
    const [old = ''] = /svck_\S+/.exec(issued) ?? [];
    await said(['keys', 'rotate', old, ...TENANT], `${old} works until 2026-01-16 09:00 UTC.`);
    await said(['keys', 'list', ...TENANT], /^KEY +LABEL +RIGHTS +STATE +CREATED +EXPIRES +LAST USED\n/);
    await said(['keys', 'revoke', old, ...TENANT], `Revoked ${old} of shop`);
    await said(['plans', 'list', ...TENANT], 'shop has no plans');
    await said(['plans', 'sync', ...TENANT], '4 added, 0 changed, 0 retired, 0 unchanged');
    const plans = await said(['plans', 'list', ...TENANT], /50\.00 TRY +2 × WEEKLY +- +- +DIGITAL +active/);
    const [reference = ''] = /^\S+(?= +Monthly)/m.exec(plans) ?? [];
    await said(
      ['plans', 'set', reference, '--grace-days', '7', ...TENANT],
      'Changed Monthly of shop: graceDays.',
    );
    await said(['tenants', 'suspend', 'shop'], 'shop is SUSPENDED now.');
    await said(['tenants', 'resume', 'shop'], 'shop is ACTIVE now.');
    await said(['tenants', 'show', 'shop'], /^shop is ACTIVE\.\n/);
  });

  it('no secret is shown except a new one', async () => {
    const { run, operator } = await withTenant();
    const merchant = operator.pay.addMerchant();
    const company = await makeCompany(operator.acct.url);
    const hook = (await run(['webhook', 'set', 'https://shop.example/h', ...TENANT])).out;
    const issued = (await run(['keys', 'create', ...TENANT])).out;
    const secrets = [
      merchant.secretKey,
      merchant.apiKey,
      company.clientSecret,
      company.password ?? '',
      /whsec_\S+/.exec(hook)?.[0] ?? '',
      /svcs_\S+/.exec(issued)?.[0] ?? '',
    ];
    expect(secrets).not.toContain('');
    const shown = [
      await run(['credentials', 'set', 'pay', ...TENANT], JSON.stringify(merchant)),
      await run(['credentials', 'set', 'acct', ...TENANT], JSON.stringify(company)),
      await run(['webhook', 'set', 'https://shop.example/2', ...TENANT, '--json']),
      await run(['tenants', 'show', 'shop', '--json']),
      await run(['tenants', 'list', '--json']),
      await run(['keys', 'list', ...TENANT, '--json']),
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

  it('is printed in one line where a command fails', async () => {
    const { run } = await withTenant();
    const line = async (args: string[], input?: string) => {
      const { code, out, err } = await run(args, input);
      expect([code, out]).toEqual([1, '']);
      return err;
    };
    expect(await line(['tenants', 'show', 'nobody'])).toBe('billing: there is no tenant nobody\n');
    expect(await line(['tenants', 'create', 'shop'])).toBe('billing: there is a tenant shop already\n');
    expect(await line(['webhook', 'set', 'http://10.0.0.1/', ...TENANT])).toContain('cannot be called');
    expect(await line(['plans', 'sync', ...TENANT])).toContain('No payment provider is configured');
    expect(await line(['keys', 'revoke', 'svck_test_x', ...TENANT])).toContain('There is no such API key');
    const nobody = JSON.stringify({ apiKey: 'a', secretKey: 'hush', merchantId: '1' });
    const refused = await line(['credentials', 'set', 'pay', ...TENANT], nobody);
    expect(refused).toContain('the credentials are wrong');
    expect(refused).not.toContain('hush');
  });
});
