import { describe, expect, it } from 'vitest';
import { run } from '../../../cli/program.ts';
import { openCli } from './io.ts';

const TENANT = ['--tenant', 'shop'];

describe('the use of the command line', () => {
  it.each([
    [[], 2, 'name a command'],
    [['tenants'], 2, 'name a command'],
    [['tenant', 'list'], 2, "unknown command 'tenant'"],
    [['tenants', 'lsit'], 2, "unknown command 'lsit' (Did you mean list?)"],
    [['--table', 't', 'tenants', 'nope'], 2, "unknown command 'nope'"],
    [['import', ...TENANT, '--charges-since', '12'], 2, 'Write it as 2026-05-01T12:00:00Z'],
    [['import', ...TENANT, '--charges-since', '01/02/2026'], 2, 'Write it as 2026-05-01T12:00:00Z'],
    [['reconcile', ...TENANT], 2, 'name a subscriber, or say --all'],
    [['reconcile', 'x', '--all', ...TENANT], 2, 'name a subscriber, or say --all'],
    [['people', 'invite', 'Ada', ...TENANT], 2, 'give the roles'],
    [['people', 'invite', 'Ada', '--role', 'king', ...TENANT], 2, 'Allowed choices'],
    [['people', 'invite', 'Ada', '--again', 'lost', ...TENANT], 1, 'there is no person Ada'],
    [['people', 'remove', 'Ada', ...TENANT], 1, 'there is no person Ada'],
    [['refunds', 'settle', 'x', ...TENANT], 2, 'say what you found'],
    [['refunds', 'settle', 'x', '--made', ...TENANT], 1, 'there is no such refund'],
    [['intents', 'resolve', 'x', ...TENANT], 1, 'shop has no charge x'],
    [['tenants', 'create', 'shop'], 1, 'there is a tenant shop already'],
  ])('is wrong in %j: exit code %i, and one line or an object gives the reason', async (args, code, why) => {
    const cli = await openCli();
    await cli.json(['tenants', 'create', 'shop']);
    const told = await cli.run(args);
    expect([told.code, told.out, told.err]).toEqual([code, '', expect.stringContaining(why)]);
    expect(told.err).toMatch(/^billing: [^\n]+\n$/);
    const { error } = JSON.parse((await cli.run([...args, '--json'])).err) as { error: object };
    expect(error).toMatchObject({ code: code === 2 ? 'wrong_use' : 'failed' });
  });
});

describe('the suggested next commands', () => {
  it('are printed quoted for the shell, for the target the command ran against', async () => {
    const cli = await openCli();
    const { out } = await cli.run(['--stack', 'production', 'tenants', 'create', "Ada's shop"]);
    expect(out).toContain(
      "\nNext:\n  npx billing --stack production credentials set pay --tenant 'Ada'\\''s shop'\n",
    );
  });
});

describe('secrets on the command line', () => {
  it.each(['pay', 'acct'])('have no option in credentials set %s', async (provider) => {
    const { out } = await (await openCli()).run(['credentials', 'set', provider, '--help']);
    const options = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name);
    expect(options).toEqual(['--tenant', '--no-check', '--help']);
  });

  it.each([
    ['--secret-key=hush-hush'],
    ['--secret-key', 'hush-hush'],
    ['--api-key=hush-hush'],
    ['hush-hush'],
    ['--tenant', 'a', 'hush-hush'],
  ])('are refused and not repeated: %j', async (...args) => {
    const set = ['credentials', 'set', 'pay', '--tenant', 'shop'];
    const { code, out, err } = await (await openCli()).run([...set, ...args]);
    expect(code).toBe(2);
    expect(out + err).not.toContain('hush');
  });

  it('strips terminal control sequences from output, also from a provider’s refusal', async () => {
    let said = '';
    const code = await run(['tenants', 'list'], {
      open: async () => Promise.reject(new Error('the provider said \u001b[2J\u009b1mno\u202e')),
      prompt: async () => undefined,
      confirm: async () => true,
      out: () => undefined,
      err: (text) => (said += text),
    });
    expect([code, said]).toEqual([1, 'billing: the provider said \ufffd[2J\ufffd1mno\ufffd\n']);
  });

  it('escapes them in JSON, of which half would reach the terminal as they are', async () => {
    let said = '';
    await run(['tenants', 'list', '--json'], {
      open: async () => Promise.reject(new Error('\u001b[2J\u009b1m\u202eno')),
      prompt: async () => undefined,
      confirm: async () => true,
      out: () => undefined,
      err: (text) => (said += text),
    });
    expect(said).toContain('\\u001b[2J\\u009b1m\\u202eno');
    expect(JSON.parse(said)).toMatchObject({ error: { message: '\u001b[2J\u009b1m\u202eno' } });
  });
});
