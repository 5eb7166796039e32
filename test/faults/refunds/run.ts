import { lineOf, playSeeds } from './seeds.ts';

/** By hand: `node test/faults/refunds/run.ts FIRST SEEDS` plays that many seeds of refunds under faults. */
const [first = 1, count = 10_000] = process.argv.slice(2).map(Number);
const AT_ONCE = 100;
let wrong = 0;
for (let from = first; from < first + count; from += AT_ONCE) {
  const played = await playSeeds(from, Math.min(AT_ONCE, first + count - from));
  for (const one of played.wrong) console.log(one);
  console.log(lineOf(from, played));
  wrong += played.wrong.length;
}
process.exitCode = wrong > 0 ? 1 : 0;
