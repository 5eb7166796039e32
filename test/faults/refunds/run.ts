import { play } from './case.ts';

/** `node test/faults/refunds/run.ts FIRST COUNT`: so many seeds of refunds under faults from the first, and what was wrong. */
const [first = 1, count = 10_000] = process.argv.slice(2).map(Number);
const counts = { struck: 0, kills: 0, made: 0, asked: 0 };
let wrong = 0;
for (let seed = first; seed < first + count; seed++) {
  const { violations, ...told } = await play(seed);
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += told[name];
  for (const one of violations) console.log(`seed ${seed}: ${one}`);
  if (violations.length > 0) wrong++;
}
console.log(JSON.stringify({ seeds: count, wrong, ...counts }));
process.exitCode = wrong > 0 ? 1 : 0;
