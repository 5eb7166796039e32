import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
/** Everything a synthesised stack is made from. */
const INPUTS = ['infra', 'functions', 'lib', 'package-lock.json', 'cdk.json', 'tsconfig.json'];

/** Synthesises the stack for one machine into a folder, unless nothing it is made from has changed since. */
export async function synthesise(folder: string, progress: (line: string) => void): Promise<string> {
  const assembly = resolve(ROOT, folder);
  const mark = join(dirname(assembly), 'local-assembly.sha256');
  const inputs = fingerprint();
  if (
    existsSync(join(assembly, 'manifest.json')) &&
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === inputs
  )
    return assembly;
  progress('synthesising the stack');
  const cdk = join(ROOT, 'node_modules/.bin/cdk');
  const args = ['synth', '--quiet', '--context', 'local=true', '--output', assembly];
  await run(cdk, args);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, inputs);
  return assembly;
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', failed);
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`the stack could not be synthesised:\n${said.trim()}`)),
    );
  });
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    if (!existsSync(path)) continue;
    for (const file of filesIn(path)) hash.update(`${file.slice(ROOT.length)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!/\/(infra|functions|lib)$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
