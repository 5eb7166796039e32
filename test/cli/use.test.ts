import { describe, expect, it } from 'vitest';
import { openDesk } from './io.ts';

const GROUPS = ['tenants', 'credentials', 'webhook', 'chat', 'notifications', 'keys', 'plans'];

describe('the use of the command line', () => {
  it.each(GROUPS)('is shown by %s --help', async (group) => {
    const { code, out, err } = await (await openDesk()).run([group, '--help']);
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
    [['keys', 'list'], "required option '--tenant <tenant>' not specified"],
    [['keys', 'issue', '--tenant', 'a', '--mode', 'real'], 'Allowed choices are live, test'],
    [['keys', 'issue', '--tenant', 'a', '--overlap', '1w'], 'Write it as 30m, 24h, 7d or 0'],
    [['keys', 'issue', '--tenant', 'a', '--overlap', '1h'], '--overlap goes with --replaces'],
    [['plans', 'set', 'p', '--tenant', 'a'], 'say what to set'],
    [['plans', 'set', 'p', '--tenant', 'a', '--grace-days', 'x'], 'whole number of days'],
    [['plans', 'set', 'p', '--tenant', 'a', '--type', 'physical'], 'Allowed choices are PHYSICAL, DIGITAL'],
    [['notifications', 'sign', 'maybe', '--tenant', 'a'], 'Allowed choices are on, off'],
  ])('is wrong in %j: one line says why, and the exit code is 2', async (args, why) => {
    const { code, out, err } = await (await openDesk()).run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
    expect(err).toMatch(/^billing: [^\n]+\n$/);
  });
});

describe('secrets on the command line', () => {
  it.each(['pay', 'acct'])('have no option in credentials set %s', async (provider) => {
    const { out } = await (await openDesk()).run(['credentials', 'set', provider, '--help']);
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
    const { code, out, err } = await (await openDesk()).run([...set, ...args]);
    expect(code).toBe(2);
    expect(out + err).not.toContain('hush');
  });
});
