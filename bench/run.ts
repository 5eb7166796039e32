import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from '../infra/build/bundle.ts';
import { BUNDLE_BYTES_MAX, violations } from '../infra/build/bundle-checks.ts';
import { BACKGROUND } from '../lib/background-functions.ts';
import { ROUTES } from '../lib/routes.ts';
import { coldStart } from './runtime/cold-start.ts';

/** Each bundle is started this often, in turn with all the others, so that a slow moment hits them alike. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
/** Init of a bundle against that of a handler that does nothing, without and with the reading that primes it. */
const INIT_MAX = { plain: 2.1, primed: 2.5 } as const;

interface Started {
  readonly plain: number[];
  readonly primed: number[];
  readonly first: number[];
}

/**
 * B1, B3 and B4 of the shipped bundles: init against a bare handler in the same run, size, and what is in them. What
 * else is bounded has a command of its own: capacity and depth `test/cloud/capacity.test.ts` (B5), deliveries
 * `npm run test:load` (B7, B8), cost and what it depends on `npm run bench:scale` (B9, B10).
 */
async function main(): Promise<void> {
  const rows = [...ROUTES, ...BACKGROUND];
  const { folderOf, metafile } = await bundle(rows, resolve(import.meta.dirname, '../functions'));
  const bare = join(mkdtempSync(join(tmpdir(), 'bare-')), 'index.mjs');
  writeFileSync(bare, 'export const handler = async () => ({ statusCode: 200 });\n');
  const files = new Map([
    ['(bare)', bare],
    ...rows.map(({ name }) => [name, join(folderOf(name), 'index.mjs')] as const),
  ]);
  const times = new Map<string, Started>(
    [...files.keys()].map((name) => [name, { plain: [], primed: [], first: [] }]),
  );
  for (let round = 1; round <= ROUNDS; round++) {
    process.stderr.write(`round ${round} of ${ROUNDS}\r`);
    for (const [name, file] of files) {
      const hasTable = rows.some((row) => row.name === name && row.table !== 'none');
      const of = times.get(name);
      of?.plain.push((await coldStart(file, false, hasTable)).initMs);
      const { initMs, firstMs } = await coldStart(file, true, hasTable);
      of?.primed.push(initMs);
      of?.first.push(firstMs);
    }
  }
  const base = median(times.get('(bare)')?.plain ?? []);
  let wrong = 0;
  console.log(
    '| function | KB | init × bare | primed × bare | first request, ms | |\n| --- | ---: | ---: | ---: | ---: | --- |',
  );
  for (const { name } of rows) {
    const { plain, primed, first } = times.get(name) ?? { plain: [], primed: [], first: [] };
    const bytes = statSync(join(folderOf(name), 'index.mjs')).size;
    const [asked, asPrimed] = [median(plain) / base, median(primed) / base];
    const fits = asked <= INIT_MAX.plain && asPrimed <= INIT_MAX.primed && bytes <= BUNDLE_BYTES_MAX;
    if (!fits) wrong++;
    console.log(
      `| ${name} | ${(bytes / 1024).toFixed(0)} | ${asked.toFixed(2)} | ${asPrimed.toFixed(2)} | ${median(first).toFixed(1)} | ${fits ? 'ok' : 'OVER'} |`,
    );
  }
  const found = Object.entries(metafile.outputs)
    .filter(([path]) => path.endsWith('.mjs'))
    .flatMap(([path, output]) => violations(output).map((what) => `${path} ${what}`));
  for (const what of found) console.log(what);
  const counts = `${rows.length} bundles, ${wrong} over a bound, ${found.length} with something that should not be shipped`;
  console.log(
    `\nbare init ${base.toFixed(0)} ms; ${counts}: ${wrong + found.length === 0 ? 'ok' : 'NOT ok'}`,
  );
  process.exitCode = wrong + found.length === 0 ? 0 : 1;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

await main();
