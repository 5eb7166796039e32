import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../lib/runtime/version.ts';
import { allFiles, runs } from './files.ts';
import { BY_PATH, PROJECTS, type ProjectName } from './sets.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Package {
  readonly version: string;
  readonly license: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const whole = JSON.parse(read('package.json')) as Package;
const client = JSON.parse(read('client/package.json')) as Package;

/** An empty repository with the hooks of this one. */
function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  cpSync(join(ROOT, '.githooks'), join(folder, '.githooks'), { recursive: true });
  return folder;
}

/** The hooks that `npm ci` sets at its end, in a folder; empty where it sets none. */
function hooksAfterInstall(folder: string, CI: string): string {
  execFileSync('sh', [join(ROOT, '.githooks/install')], { cwd: folder, env: { PATH: process.env.PATH, CI } });
  const { stdout } = spawnSync('git', ['config', '--local', 'core.hooksPath'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout.trim();
}

/** What a commit of one file is told. */
function committing(file: string, text: string) {
  const folder = repository();
  mkdirSync(join(folder, 'test'));
  writeFileSync(join(folder, file), text);
  execFileSync('git', ['add', file], { cwd: folder });
  return spawnSync(join(folder, '.githooks/pre-commit'), { cwd: folder, encoding: 'utf8' }).status;
}

describe('the project', () => {
  it('has one version everywhere, and one licence', () => {
    expect([whole.version, client.version, VERSION]).toEqual(Array(3).fill(whole.version));
    expect(read('client/README.md')).toContain(`subscription-billing-client-${client.version}.tgz`);
    expect([whole.license, client.license]).toEqual(['UNLICENSED', 'UNLICENSED']);
    expect(existsSync(join(ROOT, 'LICENSE'))).toBe(true);
  });

  it('tells its newest release with a date, and tenants in three minutes', () => {
    const [, heading = '', text = ''] = /^## (.+)$([^]*?)^## /m.exec(read('CHANGELOG.md')) ?? [];
    expect(heading).toMatch(new RegExp(`^${VERSION.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`));
    const ofTenants = /^### For tenants$([^]*?)^### /m.exec(text)?.[1] ?? '';
    const words = ofTenants.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
    expect(words).toBeGreaterThan(300);
    expect(words).toBeLessThan(3 * 250);
  });

  it('names the Node that it brings to those who choose theirs', () => {
    expect(read('.nvmrc').trim()).toBe(whole.devDependencies.node);
  });

  it('lets the pipeline run only scripts that there are', () => {
    const named = [...read('.github/workflows/ci.yml').matchAll(/npm (?:run )?(test\b[\w:]*|check)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.toSorted()).toEqual(['check', 'test', 'test:gate']);
    expect(named.filter((name) => whole.scripts[name] === undefined)).toEqual([]);
  });

  it('debugs each test file once, whatever has it run', () => {
    const { configurations } = JSON.parse(read('.vscode/launch.json')) as {
      configurations: { args: string[] }[];
    };
    const left = configurations[0]!.args.flatMap((one) => /^--project=!(.+)/.exec(one)?.[1] ?? []);
    const projects = (Object.keys(PROJECTS) as ProjectName[]).filter(
      (name) => !left.some((glob) => matchesGlob(name, glob)),
    );
    const tests = allFiles().filter((file) => BY_PATH.some((project) => runs(project, file)));
    expect(tests.filter((file) => projects.filter((name) => runs(name, file)).length !== 1)).toEqual([]);
  });
});

describe('the hook before a commit', () => {
  it('is set by an installation by hand, and by none in a pipeline or outside a repository', () => {
    expect(whole.scripts.dependencies).toMatch(/&& sh \.githooks\/install$/);
    expect(hooksAfterInstall(repository(), '')).toBe('.githooks');
    expect(hooksAfterInstall(repository(), 'true')).toBe('');
    expect(hooksAfterInstall(mkdtempSync(join(tmpdir(), 'no-repository-')), '')).toBe('');
  });

  it('refuses left-over conflicts and tests that run alone', () => {
    expect(committing('test/a.test.ts', "it('holds', () => {});\n")).toBe(0);
    expect(committing('test/a.test.ts', ['it', "only('holds', () => {});"].join('.'))).toBe(1);
    expect(committing('a.ts', '<<<<<<< HEAD\n')).not.toBe(0);
  });
});
