import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans } from '../../../lib/account/plans.ts';
import { intentPut } from '../../../lib/table/purchases/payment-intents.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { makeCompany } from '../../../local/demo/seed-providers.ts';
import { PLAN, subscription } from '../../rules/billing/given.ts';
import { directStartBody } from '../../support/world/direct-start.ts';
import { adviceOn } from '../../../cli/aws-advice.ts';
import { PLANS } from '../account/operator.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { openCli } from './io.ts';

const TENANT = ['--tenant', 'shop'];

async function withTenant() {
  const cli = await openCli();
  await cli.run(['tenants', 'create', 'shop']);
  return cli;
}

describe('for people', () => {
  it('a tenant is told as JSON as it is listed', async () => {
    const { run, json, operator } = await withTenant();
    const { merchantId, ...keys } = operator.pay.addMerchant();
    await run(['credentials', 'set', 'pay', ...TENANT], JSON.stringify({ merchantId, ...keys }));
    await run(['notifications', 'sign', ...TENANT]);
    const signed = await json(['notifications', 'show', ...TENANT]);
    expect(signed).toMatchObject({ notifications: { signed: true, merchantId } });
    const { tenant } = (await json(['tenants', 'show', 'shop'])) as { tenant: object };
    expect(tenant).toMatchObject({ name: 'shop', status: 'ACTIVE', mode: 'test', acctSet: false });
    expect(await json(['tenants', 'list'])).toEqual({ tenants: [tenant] });
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

/** What a shell with our script offers behind these words, of which the last one is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await (await openCli()).run(['completion', 'bash']);
  const typed = ['billing', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _billing; echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
}

describe('completion', () => {
  it('offers commands, the commands below them, and their options', async () => {
    expect(await offered('ten')).toEqual(['tenants']);
    expect(await offered('notifications', 'is')).toEqual(['issue']);
    expect(await offered('--json', 'documents', 'list', '--st')).toEqual(['--state']);
    expect(await offered('refunds', 'settle', 'an-id', '--ten')).toEqual(['--tenant']);
  });
});

describe('BILLING_TENANT', () => {
  it('stands for --tenant, which counts more', async () => {
    const cli = await openCli();
    await cli.run(['tenants', 'create', 'shop']);
    process.env['BILLING_TENANT'] = 'shop';
    try {
      expect((await cli.run(['people', 'list'])).code).toBe(0);
      expect((await cli.run(['people', 'list', '--tenant', 'nobody'])).err).toContain('no tenant nobody');
    } finally {
      delete process.env['BILLING_TENANT'];
    }
  });
});

describe('a tenant with another name', () => {
  it('is found by it alone, and nobody else can take it', async () => {
    const cli = await openCli();
    for (const name of ['shop', 'other']) await cli.run(['tenants', 'create', name]);
    expect((await cli.run(['tenants', 'rename', 'shop', 'other'])).err).toContain('there is a tenant other');
    expect((await cli.run(['tenants', 'rename', 'shop', 'store'])).out).toContain(
      'shop is called store now.',
    );
    expect((await cli.run(['tenants', 'show', 'shop'])).code).toBe(1);
    expect((await cli.run(['tenants', 'show', 'store'])).code).toBe(0);
    expect((await cli.run(['tenants', 'create', 'shop'])).code).toBe(0);
  });
});

/** Commands whose effect cannot be undone, and what is asked before. */
const FINAL = [
  [['erase', 'ada@example.com'], 'Erase ada@example.com of shop for ever on the test?'],
  [
    ['notifications', 'issue'],
    'Refuse the present notification address of shop, and make another, on the test?',
  ],
] as const;

/** A command line at which each question gets this answer, and the questions. */
async function answering(answer: boolean) {
  const asked: string[] = [];
  const cli = await openCli(undefined, async (question) => {
    asked.push(question);
    return answer;
  });
  await cli.json(['tenants', 'create', 'shop']);
  return { cli, asked };
}

describe.each(FINAL)('%j', (args, question) => {
  it('asks first, and changes nothing if the answer is no', async () => {
    const { cli, asked } = await answering(false);
    const before = await cli.json(['tenants', 'show', 'shop']);
    const { code, out, err } = await cli.run([...args, ...TENANT]);
    expect([code, out, err]).toEqual([1, '', 'billing: stopped; nothing was changed\n']);
    expect(asked).toEqual([question]);
    expect(await cli.json(['tenants', 'show', 'shop'])).toEqual(before);
  });

  it('does not ask with --yes', async () => {
    const { cli, asked } = await answering(false);
    const { err } = await cli.run([...args, '--yes', ...TENANT]);
    expect(err).not.toContain('stopped');
    expect(asked).toEqual([]);
  });
});

it('intents list and resolve say plainly since when and what became of each charge', async () => {
  const cli = await openCli();
  const { operator } = cli;
  const { tenant, merchant } = await operator.shop('shop', PLANS);
  await syncPlans(forTenant(operator.app, tenant.id));
  const plans = await listPlans(forTenant(operator.app, tenant.id));
  const { reference } = plans.find(({ name }) => name === PLANS[0]!.name)!;
  const intent = {
    kind: 'charge',
    clientReferenceId: 'order-1',
    state: 'UNKNOWN',
    fingerprint: '',
    startedAt: operator.app.clock() - 65_000,
    plan: { ...PLAN, reference },
    customer: subscription().customer,
    endedBefore: null,
    outcome: null,
    merchantId: 'merchant',
  } as const;
  const store = (more: object) =>
    operator.app.table.apply(intentPut(tenant.id, { ...intent, ...more }, undefined));
  await store({});
  await store({ clientReferenceId: 'order-2', state: 'FAILED' });
  const said = async (...args: string[]) => (await cli.run(['intents', ...args, ...TENANT])).out;
  expect(await said('list')).toMatch(/order-1 +UNKNOWN +2026-01-15 08:58:55 UTC/);
  expect(await said('resolve', 'order-1')).toContain(
    'The charge order-1 of shop could not be settled now: the provider shows nothing yet, or does not answer. It is looked up again.',
  );
  for (let charge = 0; charge < 2; charge++)
    await callAsMerchant(
      operator,
      merchant,
      'POST',
      '/initialize',
      directStartBody(reference, intent.customer.email),
    );
  await operator.pass(60 * 60_000);
  expect(await said('resolve', 'order-1')).toContain(
    'The charge order-1 of shop waits for a person: decide by docs/runbook/money.md#charges-ambiguous.',
  );
  expect(
    (await cli.run(['intents', 'resolve', 'order-1', '--made', 'x', '--never-made', ...TENANT])).code,
  ).toBe(2);
  expect(await said('resolve', 'order-1', '--never-made')).toContain(
    'The charge order-1 of shop was never made: nobody was charged, and its reference may be used again.',
  );
  expect(await said('resolve', 'order-2')).toContain(
    'The charge order-2 of shop was never made: nobody was charged, and its reference may be used again.',
  );
});

const named = (name: string) => Object.assign(new Error('what AWS says'), { name });
const coded = (code: string) => Object.assign(new Error(`getaddrinfo ${code} dynamodb`), { code });

describe('errors of AWS’s clients', () => {
  it.each([
    [new Error('Region is missing'), 'set AWS_REGION to the region of the stack'],
    [named('CredentialsProviderError'), 'sign in to its account as for the AWS CLI'],
    [named('ExpiredTokenException'), 'sign in to its account anew'],
    [named('UnrecognizedClientException'), 'check AWS credentials'],
    [named('ResourceNotFoundException'), "check the stack's outputs, the region and the account"],
    [coded('ENOTFOUND'), 'check the network and the region'],
  ])('get advice: %s', (error, advice) => {
    expect(adviceOn(error)).toBe(advice);
  });

  it('are distinguished from other errors, which get no advice', () => {
    expect(adviceOn(named('AccessDeniedException'))).toBeUndefined();
    expect(adviceOn(new Error('there is no tenant ENOTFOUND'))).toBeUndefined();
  });
});
