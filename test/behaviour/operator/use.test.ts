import { describe, expect, it } from 'vitest';
import { run } from '../../../cli/program.ts';
import { openCli } from './io.ts';

const GROUPS = ['tenants', 'people', 'credentials', 'notifications', 'intents', 'refunds', 'dead-letters'];

describe('the use of the command line', () => {
  it.each(GROUPS)('is shown by %s --help', async (group) => {
    const { code, out, err } = await (await openCli()).run([group, '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: billing ${group}`);
  });

  it.each([
    [['tenants'], 'name a command'],
    [['tenant', 'list'], "unknown command 'tenant'"],
    [['tenants', 'lsit'], "unknown command 'lsit' (Did you mean list?)"],
    [['tenants', 'create'], "missing required argument 'name'"],
    [['tenants', 'create', 'a', 'b'], 'too many arguments'],
    [['tenants', 'list', '--verbose'], "unknown option '--verbose'"],
    [['intents', 'list'], "required option '--tenant <tenant>' not specified"],
    [['tenants', 'create', 'a', '--mode', 'real'], 'Allowed choices are live, test'],
    [['import', '--tenant', 'a', '--charges-since', '12'], 'Write it as 2026-05-01T12:00:00Z'],
    [['import', '--tenant', 'a', '--charges-since', '01/02/2026'], 'Write it as 2026-05-01T12:00:00Z'],
    [['notifications', 'sign', 'maybe', '--tenant', 'a'], 'Allowed choices are on, off'],
  ])('is wrong in %j: one line gives the reason, and the exit code is 2', async (args, why) => {
    const { code, out, err } = await (await openCli()).run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
    expect(err).toMatch(/^billing: [^\n]+\n$/);
  });
});

describe('help', () => {
  it.each([
    [['help', 'credentials', 'set', 'pay'], 'Usage: billing credentials set pay'],
    [['credentials', 'set', 'pay', '--help'], 'Usage: billing credentials set pay'],
    [['help', 'people'], 'Usage: billing people'],
    [['help'], 'Usage: billing'],
  ])('exists for a subcommand of a subcommand: %j', async (args, usage) => {
    const { code, out, err } = await (await openCli()).run(args);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(usage);
  });
});

describe('with --json', () => {
  it.each([
    [['tenants', 'lsit'], 2, 'wrong_use', "unknown command 'lsit'"],
    [['tenants', 'show', 'nobody'], 1, 'failed', 'there is no tenant nobody'],
  ])('an error is an object on standard error: %j', async (args, exitCode, code, why) => {
    const failed = await (await openCli()).run([...args, '--json']);
    expect([failed.code, failed.out]).toEqual([exitCode, '']);
    const { error } = JSON.parse(failed.err) as { error: { code: string; message: string } };
    expect(error.code).toBe(code);
    expect(error.message).toContain(why);
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
