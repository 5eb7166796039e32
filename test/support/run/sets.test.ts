import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../../vitest.config.ts';
import { allFiles, projectsOf, runs } from './files.ts';
import { SECONDS } from './longest-first.ts';
import { BY_PATH, PROJECTS, SETS, type ProjectName } from './sets.ts';
import { isOfProduct, testsOf } from './tests-of.ts';

const ROOT = join(import.meta.dirname, '../../..');
const files = allFiles();
const names = Object.keys(PROJECTS) as ProjectName[];
const sets = Object.keys(SETS) as (keyof typeof SETS)[];
const runBy = (set: keyof typeof SETS, file: string) => projectsOf(set).filter((name) => runs(name, file));

describe('every test file', () => {
  it('is run by one project of `npm test`, or by one of the gate, or at night', () => {
    const counted = files.map(
      (file) => [file, runBy('test', file).length + runBy('gate', file).length] as const,
    );
    // Some of the specification is run once more by the gate, with the table at an engine.
    const atEngine = files.filter((file) => runs('engine', file));
    expect(counted.filter(([file, count]) => count > (atEngine.includes(file) ? 2 : 1))).toEqual([]);
    expect(counted.filter(([file, count]) => count === 0 && runBy('nightly', file).length !== 1)).toEqual([]);
    expect(atEngine.length).toBeGreaterThan(3);
    expect(files.length).toBeGreaterThan(100);
  });
});

describe('every project', () => {
  it('is run by exactly one command, and runs files', () => {
    expect(sets.flatMap(projectsOf).toSorted()).toEqual(names.toSorted());
    expect(names.filter((name) => !files.some((file) => runs(name, file)))).toEqual([]);
  });

  it('is one of the configuration’s', () => {
    const configured = config.test?.projects?.map((one) =>
      typeof one === 'object' && 'test' in one ? one.test?.name : one,
    );
    expect(configured).toEqual(names);
  });

  it('names files that are there, as do those that are begun first', () => {
    const globs = names.flatMap((name) => PROJECTS[name].include);
    expect(globs.filter((glob) => globSync(glob, { cwd: ROOT }).length === 0)).toEqual([]);
    const first = Object.keys(SECONDS).map((key) => key.split(' ') as [ProjectName, string]);
    expect(first.filter(([name, file]) => !files.includes(file) || !runs(name, file))).toEqual([]);
  });
});

describe('a command', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };

  it('runs each set, and the gate and the night call it', () => {
    for (const set of sets)
      expect(scripts[set === 'test' ? 'test' : `test:${set}`]).toBe(`node test/support/run/run.ts ${set}`);
    const [gate, night] = ['run', 'nightly'].map((name) => readFileSync(join(ROOT, '.ci', name), 'utf8'));
    expect(gate).toMatch(/^run .* npm test --silent$/m);
    expect(gate).toMatch(/^run .* npm run --silent test:gate$/m);
    expect(night).toMatch(/^run .* npm run --silent test:nightly$/m);
  });
});

describe('the tests of a folder', () => {
  const first = files.filter((file) => BY_PATH.some((project) => runs(project, file)));
  const folders = globSync(
    ['{lib,functions}/*', 'infra', 'cli', 'local', 'sandbox', 'openapi', 'site', 'client', 'bench', 'lint'],
    {
      cwd: ROOT,
    },
  );

  it('are found by its name: each of the product has some that `npm test -- <folder>` runs', () => {
    expect(folders.filter((folder) => !isOfProduct(folder) || testsOf(folder, first).length === 0)).toEqual(
      [],
    );
    expect(folders.length).toBeGreaterThan(40);
    expect(testsOf('lib/refunds', first)).toContain('test/behaviour/refunds/invoices-refund.test.ts');
    expect(testsOf('lib/refunds/send.ts', first)).toEqual(testsOf('./lib/refunds/', first));
    expect(testsOf('lib/refunds', first).length).toBeLessThan(12);
  });

  it('are those that a path of tests begins, also where they take long', () => {
    expect(testsOf('./test/stack/alarms.test.ts:12', first)).toEqual(['test/stack/alarms.test.ts']);
    expect(testsOf('test/behaviour/refunds/', first)).toEqual([
      'test/behaviour/refunds/invoices-refund.test.ts',
    ]);
  });

  it.each([
    ['test/behaviour/nowhere', 'test/behaviour/nowhere has no tests in "test"'],
    ['test/flows/peers', 'test/flows/peers has no tests in "test", but in "gate"'],
  ])('%s fails, and says where there are any', (path, said) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'run.ts'), 'test', path],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr.split('\n')).toContain(`Error: ${said}`);
  });
});
