import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from '../infra/build/bundle.ts';
import { BACKGROUND, ROUTES } from '../lib/routes.ts';

/** Each bundle is loaded this often, in turn with all the others, so that a slow moment hits them alike. */
const ROUNDS = 9;

/** Loads a module in a fresh process and prints for how long that kept it busy, in ms. */
const LOADER = `const from = performance.now();
await import(process.argv[1]);
process.stdout.write(String(performance.now() - from));
process.exit(0);`;

function loadMs(file: string): number {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', LOADER, file],
    {
      encoding: 'utf8',
      env: { AWS_REGION: 'eu-central-1', PATH: process.env.PATH },
    },
  );
  if (status !== 0) throw new Error(`${file} did not load: ${stderr}`);
  return Number(stdout);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

/**
 * Size of each function's shipped bundle, and the time its loading takes in a fresh process against a module that does
 * nothing. Whole-process figures of this machine: take the ratios, not the milliseconds.
 */
async function main(): Promise<void> {
  const rows = [...ROUTES, ...BACKGROUND];
  const names = rows.map(({ name }) => name);
  const bundles = await bundle(rows, resolve(import.meta.dirname, '../functions'));
  const bare = join(mkdtempSync(join(tmpdir(), 'bare-')), 'index.mjs');
  writeFileSync(bare, 'export const handler = async () => ({ statusCode: 200 });\n');
  const files = new Map([
    ['(bare)', bare],
    ...names.map((name) => [name, join(bundles.folderOf(name), 'index.mjs')] as const),
  ]);
  const times = new Map<string, number[]>([...files.keys()].map((name) => [name, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    process.stderr.write(`round ${round} of ${ROUNDS}\r`);
    for (const [name, file] of files) times.get(name)?.push(loadMs(file));
  }
  const base = median(times.get('(bare)') ?? []);
  console.log(`${'function'.padEnd(30)}${'KB'.padStart(8)}${'load ms'.padStart(10)}${'× bare'.padStart(9)}`);
  for (const [name, measured] of times) {
    const size = name === '(bare)' ? '' : (bytesIn(bundles.folderOf(name)) / 1024).toFixed(0);
    const ms = median(measured);
    console.log(
      `${name.padEnd(30)}${size.padStart(8)}${ms.toFixed(1).padStart(10)}${(ms / base).toFixed(1).padStart(9)}`,
    );
  }
}

await main();
