import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, type PythonList } from './tools.ts';

const HERE = import.meta.dirname;
/** Installs a list of Python's packages in seconds. */
const UV = { version: '0.13.8', venv: join(CACHE, 'uv') } as const;

/**
 * The day of which each registry is asked: what the tools want themselves is as it was then, wherever they are installed. To
 * be moved on where a list names something newer.
 */
const AS_OF = '2026-11-28';

/** Has a list of tools installed into a folder, unless the same list is there as of the same day. */
function installed(name: string, list: string, install: (into: string) => void): void {
  const into = join(CACHE, name);
  const [wanted, copy] = [`${AS_OF}\n${readFileSync(list, 'utf8')}`, join(into, 'installed.txt')];
  if (existsSync(copy) && readFileSync(copy, 'utf8') === wanted) return;
  mkdirSync(CACHE, { recursive: true });
  install(into);
  writeFileSync(copy, wanted);
}

/** Installs a list of tools from Python's registry, with all that they want themselves, and prints the version of each. */
function pythonTools(name: PythonList): void {
  const list = join(HERE, 'python', `${name}.txt`);
  installed(name, list, (venv) => {
    const uv = join(UV.venv, 'bin', 'uv');
    if (!existsSync(uv)) {
      execFileSync('python3', ['-m', 'venv', UV.venv]);
      execFileSync(join(UV.venv, 'bin', 'pip'), ['install', '--quiet', `uv==${UV.version}`]);
    }
    execFileSync(uv, ['venv', '--quiet', '--clear', '--python', 'python3', venv]);
    const into = ['--quiet', '--python', join(venv, 'bin', 'python')];
    execFileSync(uv, ['pip', 'install', ...into, '--exclude-newer', AS_OF, '--requirements', list]);
  });
  console.log(`from PyPI: ${readFileSync(list, 'utf8').trim().replaceAll('\n', ', ')}`);
}

/** Installs the tools from npm in a folder of their own: they want another TypeScript than we have. */
function nodeTools(): void {
  const list = join(HERE, 'node', 'package.json');
  installed('node', list, (into) => {
    rmSync(into, { recursive: true, force: true });
    mkdirSync(into);
    copyFileSync(list, join(into, 'package.json'));
    const quietly = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    execFileSync('npm', ['install', '--before', AS_OF, ...quietly], { cwd: into });
  });
  const { dependencies } = JSON.parse(readFileSync(list, 'utf8')) as { dependencies: Record<string, string> };
  const pairs = Object.entries(dependencies).map((pair) => pair.join('@'));
  console.log(`from npm: ${pairs.join(', ')}`);
}

/** Installs everything once, before the tests of others' tools begin. */
export function setup(): void {
  pythonTools('tools');
  pythonTools('emulator');
  nodeTools();
}
