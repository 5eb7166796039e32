import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../lib/runtime/version.ts';
import { billing } from './spawn.ts';

const GROUPS = ['tenants', 'people', 'credentials', 'notifications', 'intents', 'refunds', 'dead-letters'];

describe('the command line', () => {
  it('is the binary that npx runs as billing', () => {
    const root = resolve(import.meta.dirname, '../../..');
    const { bin } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    expect(bin).toEqual({ billing: 'cli/billing' });
  });

  it('says what to do in a clone that nothing is installed in', () => {
    const clone = mkdtempSync(join(tmpdir(), 'clone-'));
    mkdirSync(join(clone, 'cli'));
    cpSync(resolve(import.meta.dirname, '../../../cli/billing'), join(clone, 'cli', 'billing'));
    const { status, stdout, stderr } = spawnSync(join(clone, 'cli', 'billing'), { encoding: 'utf8' });
    rmSync(clone, { recursive: true });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`billing: run "npm install" in ${clone} first\n`);
  });

  it('shows its commands, its targets and its exit codes', async () => {
    const { code, out, err } = await billing(['--help']);
    expect([code, err]).toEqual([0, '']);
    expect((await billing(['--version'])).out).toBe(`${VERSION}\n`);
    for (const group of GROUPS) expect(out).toMatch(new RegExp(`^  ${group} `, 'm'));
    for (const word of ['npm start', '--stack', 'BILLING_TABLE', 'Exit codes']) expect(out).toContain(word);
  });

  it('reports a failure in one line, with exit code 1', async () => {
    const { code, out, err } = await billing(['--local', '/nowhere/stack.json', 'tenants', 'list']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      'billing: there is no /nowhere/stack.json; start the local cloud with "npm start", or name a stack\n',
    );
  });

  it('finds a deployed stack in the environment', async () => {
    const { code, err } = await billing(['tenants', 'list'], '', { BILLING_TABLE: 'table' });
    expect([code, err]).toEqual([2, 'billing: a stack needs all three of --table, --key-id and --api-url\n']);
  });

  it('says what to do where AWS is not set up', async () => {
    const stack = ['--table', 't', '--key-id', 'k', '--api-url', 'https://billing.example.com'];
    const nowhere = { AWS_REGION: undefined, AWS_DEFAULT_REGION: undefined, AWS_CONFIG_FILE: '/dev/null' };
    const { code, out, err } = await billing([...stack, 'tenants', 'list'], '', nowhere);
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe('billing: Region is missing; set AWS_REGION to the region of the stack\n');
  });

  it('exits silently with code 0 where its output is no longer read', async () => {
    const { code, err } = await billing(['--help'], '', {}, { reads: false });
    expect([code, err]).toEqual([0, '']);
  });
});
