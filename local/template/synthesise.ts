import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { patiently } from '../patience.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** All inputs of a synthesis, including those of the documentation pages. */
const INPUTS = [
  'infra',
  'functions',
  'lib',
  'site',
  'docs/guides',
  'openapi.json',
  'package-lock.json',
  'cdk.json',
  'tsconfig.json',
];
const SYNTHESISED = join(ROOT, '.build');
const PREFIX = 'local-';
/** The context of local stacks, with the paths and assets of resources noted as by `cdk synth`. */
const CONTEXT = {
  local: 'true',
  'aws:cdk:enable-path-metadata': true,
  'aws:cdk:enable-asset-metadata': true,
};
/** How many syntheses are kept: a running cloud loads its bundles lazily. */
const ASSEMBLIES_MAX = 5;

/**
 * Synthesises the local stack and returns its folder. Each state of the inputs has its own folder, so an unchanged
 * stack needs no synthesis, and clouds that run concurrently are not disturbed.
 */
export async function synthesise(progress: (line: string) => void): Promise<string> {
  const assembly = join(SYNTHESISED, PREFIX + fingerprint());
  if (existsSync(assembly)) return assembly;
  progress('bundling the functions: once for each state of the code, about ten seconds');
  const unfinished = `${assembly}.${process.pid}`;
  mkdirSync(SYNTHESISED, { recursive: true });
  try {
    const stillAt = 'still bundling: a slow machine takes some minutes, and only this once';
    await patiently(run(unfinished, progress), () => progress(stillAt));
    if (!existsSync(assembly)) renameSync(unfinished, assembly);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  forgetOld(assembly);
  return assembly;
}

/** Runs what `cdk synth` would, without the second or two that the command takes to load. */
function run(output: string, progress: (line: string) => void): Promise<void> {
  const env = {
    ...process.env,
    CDK_OUTDIR: output,
    CDK_CONTEXT_JSON: JSON.stringify(CONTEXT),
  };
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, ['infra/app.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    const end = () => void child.kill();
    process.once('exit', end);
    let said = '';
    createInterface(child.stdout).on('line', (line) => {
      said += `${line}\n`;
      progress(line);
    });
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', failed);
    child.once('exit', (code) => {
      process.off('exit', end);
      if (code === 0) done();
      else failed(new Error(`the stack could not be synthesised:\n${said.trim()}`));
    });
  });
}

function forgetOld(current: string): void {
  const finished = readdirSync(SYNTHESISED)
    .filter((name) => /^local-[0-9a-f]+$/.test(name))
    .map((name) => join(SYNTHESISED, name))
    .filter((folder) => folder !== current)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of finished.slice(ASSEMBLIES_MAX - 1)) rmSync(folder, { recursive: true, force: true });
}

/** Of all inputs' names and contents. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    if (!existsSync(path)) continue;
    const files = statSync(path).isDirectory() ? filesIn(path) : [path];
    for (const file of files) hash.update(`${file.slice(ROOT.length)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
