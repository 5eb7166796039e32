import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { writePage } from './mutation-report.ts';
import { tryAllAlone } from './mutation/alone.ts';
import { draw } from './mutation/draw.ts';
import { candidatesOf, filesOf, statusOf, type Candidate } from './mutation/drawn.ts';
import { instrument } from './mutation/instrumented.ts';
import { fileOf, readRecord, type Line } from './mutation/record.ts';
import { keepByChapter, readChapters, survivorsOf, type Result } from './mutation/results.ts';
import { openTests } from './mutation/tests.ts';

const USAGE = `npm run test:mutation:sample -- [--seed TEXT] [--each NUMBER] [--again] [--go-on] [--quick] [--stopped] [--tests FILE] [chapter…]
  --seed   what decides which mutants are drawn; a number of its own if it is left out
  --each   how many are drawn of every chapter at most: 60, or "all"
  --again  tries what survived the last time, and nothing else
  --go-on  goes on with a run of the same seed and chapters that was stopped
  --quick  leaves out what takes effect when a module is loaded, or but once: each such mutant wants a process of its own
  --stopped  takes what a stopped run of the same seed and chapters has found by now for the least there is
  --tests  a file of tests, given once for each: no others are run
  chapter  a folder of lib, or a file directly in it: all that stryker.config.json names if none is given`;

const root = resolve(import.meta.dirname, '..');
const record = resolve(root, 'reports/mutation/record.jsonl');
const versioned = z.object({ version: z.string() });
const configured = z.object({ mutate: z.array(z.string()) });
const read = (file: string): unknown => JSON.parse(readFileSync(resolve(root, file), 'utf8'));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    each: { type: 'string', default: '60' },
    again: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true, default: [] },
    stopped: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    'go-on': { type: 'boolean', default: false },
  },
});

/** Runs the tests of a kind that were not asked yet, and once more for each mutant that ends the process. */
async function tryTogether(
  code: ReadonlyMap<string, string>,
  ids: readonly string[],
  chapters: readonly string[],
  kind: 'quick' | 'slow',
): Promise<void> {
  const said = readRecord(record);
  const asked = filesWhere(said, kind === 'quick' ? 'asked' : 'asked slowly');
  const ended = said.filter(({ is }) => is === 'ended').length;
  const tests = await openTests(root, code, chapters, false);
  const all = kind === 'quick' ? await tests.files() : [...filesWhere(said, 'slow')];
  const { tests: chosen } = values;
  const files = all.filter((file) => !asked.has(file) && (chosen.length === 0 || chosen.includes(file)));
  if (files.length > 0) await tests.run({ record, together: ids, tests: kind, alone: undefined }, files);
  await tests.close();
  if (readRecord(record).filter(({ is }) => is === 'ended').length > ended)
    await tryTogether(code, ids, chapters, kind);
}

const filesWhere = (said: readonly Line[], what: Line['is']) =>
  new Set(said.flatMap((line) => (line.is === what ? (fileOf(line) ?? []) : [])));

/** Tries the drawn mutants, together in one process and then alone where that is needed, and records what is found. */
async function tryAll(code: ReadonlyMap<string, string>, drawn: readonly Candidate[]): Promise<void> {
  const ids = drawn.map(({ id }) => id);
  const chapters = [...new Set(drawn.map(({ chapter }) => chapter))];
  await tryTogether(code, ids, chapters, 'quick');
  await tryTogether(code, ids, chapters, 'slow');
  if (values.quick) return;
  const alone = await openTests(root, code, chapters, true);
  await tryAllAlone(alone, record, ids);
  await alone.close();
}

function resultOf(files: Result['files']): Result {
  const versionOf = (name: string) => versioned.parse(read(`node_modules/${name}/package.json`)).version;
  const version = versionOf('@stryker-mutator/instrumenter');
  const date = new Date().toISOString().slice(0, 10);
  return {
    files,
    framework: { version, dependencies: { vitest: versionOf('vitest') } },
    seed: values.seed,
    date,
  };
}

/** Draws, tries, and keeps what was found in place of what was found of these chapters before. */
async function sample(code: ReadonlyMap<string, string>, from: readonly Candidate[]): Promise<void> {
  const drawn = draw(from, values.each === 'all' ? Infinity : Number(values.each), values.seed);
  console.log(`seed ${values.seed}: ${drawn.length} of ${from.length} mutants`);
  if (!values.stopped) await tryAll(code, drawn);
  const ids = new Set(drawn.map(({ id }) => id));
  const found = resultOf(filesOf(root, from, ids, readRecord(record)));
  keepByChapter(root, { ...found, ...(values.stopped && { stopped: true }) });
}

/** Tries what survived the last time, and keeps what became of it. */
async function again(code: ReadonlyMap<string, string>, from: readonly Candidate[]): Promise<void> {
  const before = readChapters(root);
  const names = survivorsOf(before);
  const survivors = from.filter(({ lasting }) => names.has(lasting));
  console.log(`${survivors.length} survivors of ${names.size} are in the code`);
  await tryAll(code, survivors);
  const said = readRecord(record);
  for (const { lasting, id } of survivors) names.get(lasting)?.(statusOf(id, said));
  for (const result of before) keepByChapter(root, result);
}

async function main(): Promise<void> {
  const { code, mutants } = await instrument(root, configured.parse(read('stryker.config.json')).mutate);
  const from = candidatesOf(root, mutants).filter(
    ({ chapter }) => positionals.length === 0 || positionals.includes(chapter),
  );
  if (!values['go-on'] && !values.stopped) rmSync(record, { force: true });
  mkdirSync(dirname(record), { recursive: true });
  await (values.again ? again(code, from) : sample(code, from));
  await writePage(root);
}

if (values.help) console.log(USAGE);
else await main();
