import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const HERE = import.meta.dirname;
/** Where the tools are installed, once for each list of them. */
const CACHE = resolve(HERE, '../../node_modules/.cache/peers');
const VENV = join(CACHE, 'venv');
const NODE = join(CACHE, 'node');

/** Runs a program and answers what it printed; throws with it where the program fails. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: object } = {},
): string {
  const env = { ...process.env, PATH: `${join(VENV, 'bin')}:${process.env.PATH ?? ''}`, ...options.env };
  const limits = { maxBuffer: 256 * 1024 * 1024, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, ...limits, env });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** The same for a program that says by its status that it found something: its output, whatever the status. */
export function output(program: string, args: readonly string[]): string {
  const env = { ...process.env, PATH: `${join(VENV, 'bin')}:${process.env.PATH ?? ''}` };
  return spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 }).stdout;
}

const isCurrent = (copy: string, list: string) =>
  existsSync(copy) && readFileSync(copy, 'utf8') === readFileSync(list, 'utf8');

/** The tools from Python's registry, in a virtual environment. Prints the version of each. */
export function pythonTools(): void {
  const [list, copy] = [join(HERE, 'requirements.txt'), join(VENV, 'requirements.txt')];
  if (!isCurrent(copy, list)) {
    mkdirSync(CACHE, { recursive: true });
    execFileSync('python3', ['-m', 'venv', '--clear', VENV]);
    execFileSync(join(VENV, 'bin', 'pip'), ['install', '--quiet', '--requirement', list]);
    copyFileSync(list, copy);
  }
  console.log(`from PyPI: ${readFileSync(list, 'utf8').trim().split('\n').join(', ')}`);
}

/** The folder with the tools from npm, by a lock file of their own: they want another TypeScript than we have. */
export function nodeTools(): string {
  const [list, copy] = [join(HERE, 'node', 'package-lock.json'), join(NODE, 'package-lock.json')];
  if (!isCurrent(copy, list) || !existsSync(join(NODE, 'node_modules'))) {
    mkdirSync(NODE, { recursive: true });
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(HERE, 'node', file), join(NODE, file));
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: NODE });
  }
  const { dependencies } = JSON.parse(readFileSync(join(NODE, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  console.log(
    `from npm: ${Object.entries(dependencies)
      .map((pair) => pair.join('@'))
      .join(', ')}`,
  );
  return NODE;
}
