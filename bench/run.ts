import { availableParallelism, loadavg } from 'node:os';
import { capacity } from './parts/capacity.ts';
import { contents, firstRequest, init } from './parts/cold.ts';
import { postRate } from './parts/post-rate.ts';
import { prices } from './parts/prices.ts';
import { silentReceivers } from './parts/receivers.ts';
import { warm } from './parts/warm.ts';
import type { Result } from './result.ts';

/** Everything that is bounded, by what it is called on the command line: `npm run bench -- B1 B6`, or all of it. */
const PARTS: Readonly<Record<string, () => Promise<Result[]>>> = {
  B1: init,
  B2: firstRequest,
  'B3-B4': contents,
  'B5-B9': async () => {
    const { results, costs } = await capacity();
    return [...results, ...(await prices(costs))];
  },
  'B6-B11': warm,
  B7: postRate,
  B8: silentReceivers,
  // The CDK is loaded last, so that it weighs on nothing else.
  B10: async () => (await import('./parts/rest.ts')).atRest(),
};

/** Measures, and prints a line for each bound as soon as it is known. Take the ratios of one run on a quiet machine. */
async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const parts = Object.entries(PARTS).filter(
    ([name]) => asked.length === 0 || name.split('-').some((one) => asked.includes(one)),
  );
  const load = () => loadavg()[0]?.toFixed(1) ?? '?';
  console.log(`${new Date().toISOString().slice(0, 16)}Z, ${availableParallelism()} processors\n`);
  console.log(
    '| bound | what | measured | limit | load average | |\n| --- | --- | ---: | ---: | ---: | --- |',
  );
  let isOk = true;
  for (const [name, measure] of parts) {
    const before = load();
    const results = await measure().catch((error: unknown) => [failed(name, error)]);
    for (const { bound, what, measured, limit, ok } of results) {
      isOk &&= ok;
      console.log(
        `| ${bound} | ${what} | ${measured} | ${limit} | ${before} to ${load()} | ${ok ? 'ok' : 'OVER'} |`,
      );
    }
  }
  process.exit(isOk ? 0 : 1);
}

function failed(bound: string, error: unknown): Result {
  const what = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return { bound, what: `not measured: ${what}`, measured: '-', limit: '-', ok: false };
}

await main();
