import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_PARTS } from '../guides/typescript.ts';
import { page, ROOT } from '../guides/blocks.ts';

let project: string;
let tarball: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'tenant-'));
  execFileSync('npm', ['pack', './client', '--pack-destination', project], { cwd: ROOT, stdio: 'ignore' });
  [tarball = ''] = readdirSync(project);
  const folder = join(project, 'node_modules', 'subscription-billing-client');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['xf', join(project, tarball), '--strip-components=1', '-C', folder]);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** A program of a tenant, whose last line is wrong. */
const OWN = `import { billing } from 'subscription-billing-client';
const client = billing({ baseUrl: 'https://billing.example', apiKey: 'key', apiSecret: 'secret' });
for await (const { svcId } of client.subscribers.each({ status: 'ACTIVE' })) console.log(svcId.length);
(await client.plans.list()).items;
`;

/** The output of a program that somebody runs in the project. */
const run = (code: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: project }).toString();

describe('the client’s package', () => {
  it('has the name that its README says, and the version of the service', () => {
    const { version } = JSON.parse(page('package.json')) as { version: string };
    expect(tarball).toBe(`subscription-billing-client-${version}.tgz`);
    expect(page('client/README.md')).toContain(`\`${tarball}\``);
  });

  it('has every part as a program and as types, the README, and nothing else', () => {
    const folder = join(project, 'node_modules', 'subscription-billing-client');
    const sources = readdirSync(join(ROOT, 'client', 'src')).map((file) => file.replace('.ts', ''));
    expect(readdirSync(folder).sort()).toEqual(['README.md', 'dist', 'package.json']);
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(
      sources.flatMap((name) => [`${name}.d.ts`, `${name}.js`]).sort(),
    );
  });

  it('brings its types along', () => {
    writeFileSync(join(project, 'own.mts'), OWN);
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const strict = '--noEmit --strict --exactOptionalPropertyTypes --target es2022 --module nodenext'.split(
      ' ',
    );
    const { stdout } = spawnSync(tsc, [...strict, '--lib', 'es2022,dom', 'own.mts'], { cwd: project });
    expect(stdout.toString().trim().split('\n')).toEqual([
      expect.stringMatching(/^own\.mts\(4,.*Property 'items' does not exist/),
    ]);
  });

  it('can be imported, part by part, in a project of a tenant', () => {
    const parts = Object.keys(CLIENT_PARTS);
    const imported = run(`for (const part of ${JSON.stringify(parts)}) await import(part);
      console.log('all there')`);
    expect(imported).toBe('all there\n');
  });
});
