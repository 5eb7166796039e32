import { describe, expect, it } from 'vitest';
import { openCli } from './io.ts';

const TENANT = ['--tenant', 'shop'];

describe('usage errors of the commands about a tenant’s records', () => {
  it.each([
    [['reconcile', ...TENANT], 2, 'name a subscriber, or say --all'],
    [['reconcile', 'x', '--all', ...TENANT], 2, 'name a subscriber, or say --all'],
    [['import'], 2, "required option '--tenant <tenant>'"],
    [['erase', ...TENANT], 2, "missing required argument 'email'"],
    [['people', 'invite', 'Ada', ...TENANT], 2, 'give the roles'],
    [['people', 'invite', 'Ada', '--role', 'king', ...TENANT], 2, 'Allowed choices'],
    [['people', 'invite', 'Ada', '--again', 'lost', ...TENANT], 1, 'there is no person Ada'],
    [['people', 'remove', 'Ada', ...TENANT], 1, 'there is no person Ada'],
    [['refunds', 'settle', 'x', ...TENANT], 2, 'say what you found'],
    [['refunds', 'settle', 'x', '--made', ...TENANT], 1, 'there is no such refund'],
    [['intents', 'resolve', ...TENANT], 2, "missing required argument 'reference'"],
  ])('are reported in one line: %j', async (args, exitCode, why) => {
    const cli = await openCli();
    await cli.json(['tenants', 'create', 'shop']);
    const { code, out, err } = await cli.run(args);
    expect([code, out]).toEqual([exitCode, '']);
    expect(err).toContain(why);
    expect(err).toMatch(/^billing: [^\n]+\n$/);
  });
});
