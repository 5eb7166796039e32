import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, NODE_TOOLS, type PythonList } from './tools.ts';

const HERE = import.meta.dirname;
/** Installs a list of Python's packages in seconds. */
const UV = { version: '0.13.8', venv: join(CACHE, 'uv') } as const;

const isCurrent = (copy: string, list: string) =>
  existsSync(copy) && readFileSync(copy, 'utf8') === readFileSync(list, 'utf8');

/**
 * Installs a list of tools from Python's registry, with all that they want themselves, and prints the version of each.
 * `uv pip compile <list>.in --output-file <list>.txt --universal --python-version 3.11` renews what they want.
 */
function pythonTools(list: PythonList): void {
  const venv = join(CACHE, list);
  const [locked, copy] = [join(HERE, 'python', `${list}.txt`), join(venv, 'locked.txt')];
  if (!isCurrent(copy, locked)) {
    const uv = join(UV.venv, 'bin', 'uv');
    if (!existsSync(uv)) {
      mkdirSync(CACHE, { recursive: true });
      execFileSync('python3', ['-m', 'venv', UV.venv]);
      execFileSync(join(UV.venv, 'bin', 'pip'), ['install', '--quiet', `uv==${UV.version}`]);
    }
    execFileSync(uv, ['venv', '--quiet', '--clear', '--python', 'python3', venv]);
    execFileSync(uv, ['pip', 'sync', '--quiet', '--python', join(venv, 'bin', 'python'), locked]);
    copyFileSync(locked, copy);
  }
  const wanted = readFileSync(join(HERE, 'python', `${list}.in`), 'utf8').trim();
  console.log(`from PyPI: ${wanted.replaceAll('\n', ', ')}`);
}

/** Installs the tools from npm by a lock file of their own: they want another TypeScript than we have. */
function nodeTools(): void {
  const [list, copy] = [join(HERE, 'node', 'package-lock.json'), join(NODE_TOOLS, 'package-lock.json')];
  if (!isCurrent(copy, list) || !existsSync(join(NODE_TOOLS, 'node_modules'))) {
    mkdirSync(NODE_TOOLS, { recursive: true });
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(HERE, 'node', file), join(NODE_TOOLS, file));
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: NODE_TOOLS });
  }
  const { dependencies } = JSON.parse(readFileSync(join(NODE_TOOLS, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  console.log(
    `from npm: ${Object.entries(dependencies)
      .map((pair) => pair.join('@'))
      .join(', ')}`,
  );
}

/** Installs everything once, before the tests of others' tools begin. */
export function setup(): void {
  pythonTools('tools');
  pythonTools('emulator');
  nodeTools();
}
