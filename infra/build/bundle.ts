import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, formatMessages, version } from 'esbuild';
import type { Metafile } from 'esbuild';
import { builtins } from './builtins.ts';
import { stubUnused, unusedBy } from './stub-unused.ts';
import type { Use } from './stub-unused.ts';
import { passkeys } from './passkeys.ts';
import { pageSources, prerender } from './prerender.ts';
import { pruneSdk } from './prune-sdk.ts';
import { primed, type Reached } from './primed.ts';
import { pureWire } from './pure-wire.ts';
import { withoutWords } from './without-words.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Inputs of a bundle other than its own sources. */
const STEP = [
  ...[
    'bundle',
    'builtins',
    'credentials',
    'stub-unused',
    'prune-sdk',
    'json-codec',
    'prerender',
    'primed',
    'passkeys',
    'without-words',
    'pure-wire',
  ].map((name) => `infra/build/${name}.ts`),
  'package-lock.json',
];

/**
 * Go's garbage collection target for esbuild, which inherits it: it runs for seconds only, and collection takes a third
 * of its time at the default of 100. Costs 160 MB.
 */
process.env.GOGC ??= '400';

/** A function to bundle: its name is its file below the root, its use decides what it ships of `lib/runtime/live.ts`. */
export interface Bundled extends Use, Reached {
  readonly name: string;
}

/** The result of bundling: the folder to deploy for each function, and esbuild's metafile. */
export interface Bundles {
  readonly folderOf: (name: string) => string;
  readonly metafile: Metafile;
}

interface Entry {
  readonly name: string;
  readonly row: Bundled;
  readonly source: string;
  readonly without: readonly string[];
}

/**
 * Bundles one ESM file per function, in parallel, into `<to>/functions/<name>/index.mjs`; source maps go to `<to>/maps`
 * and the metafile to `<to>/meta`. Does nothing if no source has changed. Reproducible: the same bytes on every
 * machine. Throws if a name has no file below `from`, or if esbuild warns of anything.
 */
export async function bundle(
  functions: readonly Bundled[],
  from: string,
  to = join(ROOT, '.build'),
): Promise<Bundles> {
  const entries = functions.map((row) => entryOf(row, from));
  const missing = entries.filter(({ source }) => !existsSync(source));
  if (missing.length > 0) {
    const files = missing.map(({ source }) => relative(ROOT, source)).join(', ');
    throw new Error(`rows name functions that have no file: ${files}`);
  }
  const folderOf = (name: string) => join(to, 'functions', name);
  const stampFile = join(to, 'meta', 'stamp');
  const metaFile = join(to, 'meta', 'metafile.json');

  if (existsSync(stampFile) && entries.every(({ name }) => existsSync(join(folderOf(name), 'index.mjs')))) {
    const metafile = JSON.parse(readFileSync(metaFile, 'utf8')) as Metafile;
    if (readFileSync(stampFile, 'utf8') === stampOf(entries, metafile)) return { folderOf, metafile };
  }
  rmSync(stampFile, { force: true });
  const alike = Map.groupBy(entries, ({ without }) => without.join());
  const runs = await Promise.all(Array.from(alike.values(), (group) => run(group, to)));
  const metafile: Metafile = { inputs: {}, outputs: {} };
  for (const { metafile: part, outputFiles } of runs) {
    Object.assign(metafile.inputs, part.inputs);
    Object.assign(metafile.outputs, part.outputs);
    for (const { path, text } of outputFiles) {
      const isMap = path.endsWith('.map');
      keep(isMap ? join(to, 'maps', relative(join(to, 'functions'), path)) : path, text);
    }
  }
  keep(metaFile, JSON.stringify(metafile));
  keep(stampFile, stampOf(entries, metafile));
  return { folderOf, metafile };
}

function entryOf(row: Bundled, from: string): Entry {
  return { name: row.name, row, source: resolve(ROOT, from, `${row.name}.ts`), without: unusedBy(row) };
}

/** One run of esbuild over entries that omit the same modules. Throws where it warns of anything. */
async function run(entries: readonly Entry[], to: string) {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: entries.map(({ name, source }) => ({ in: source, out: `functions/${name}/index` })),
    outdir: to,
    outExtension: { '.js': '.mjs' },
    write: false,
    metafile: true,
    sourcemap: 'external',
    bundle: true,
    minify: true,
    format: 'esm',
    charset: 'utf8', // else each Turkish letter takes six bytes
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    conditions: ['module', 'import'],
    define: { ReadableStream: 'undefined' }, // AWS answers with Node's streams; naming the web's loads them (1.3 ms)
    alias: { '@aws-sdk/credential-provider-node': './infra/build/credentials.ts' },
    plugins: [
      builtins,
      primed(entries, ROOT),
      prerender(ROOT),
      withoutWords(ROOT),
      pureWire(ROOT),
      passkeys(ROOT),
      pruneSdk,
      stubUnused(entries[0]?.without ?? [], ROOT),
    ],
    legalComments: 'none',
    logLevel: 'silent', // what it says is in the error that is thrown
  });
  const warnings = await formatMessages(result.warnings, { kind: 'warning' });
  if (warnings.length > 0) throw new Error(`the bundler warns:\n${warnings.join('\n')}`);
  return result;
}

/** A hash over the build step, the lock file (for all packages) and our own sources. */
function stampOf(entries: readonly Entry[], metafile: Metafile): string {
  const hash = createHash('sha256').update(version);
  const ours = Object.keys(metafile.inputs).filter(
    (path) => !path.includes('node_modules') && !path.includes(':'),
  );
  for (const { source, without } of entries) hash.update([relative(ROOT, source), ...without].join());
  for (const path of [...STEP, ...pageSources(ROOT), ...ours]) {
    const file = join(ROOT, path);
    hash.update(path).update(existsSync(file) ? readFileSync(file) : 'gone');
  }
  return hash.digest('hex');
}

/** Replaces a file atomically, so that a concurrent run never reads half of it. */
function keep(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
