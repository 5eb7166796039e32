import { parseArgs } from 'node:util';
import { playSeeds } from './drawn.ts';
import { walkLists } from './walk.ts';

/**
 * By hand: `node test/faults/refunds/run.ts FIRST SEEDS` plays that many seeds of refunds under faults, and with `--listed`
 * every fault, every pair of faults and every switch, one after the other; `--gate` leaves out the pairs that the gate does.
 */
const { values, positionals } = parseArgs({
  options: { listed: { type: 'boolean', default: false }, gate: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const wrong = values.listed ? await walk() : await draw();
process.exitCode = wrong > 0 ? 1 : 0;

async function walk(): Promise<number> {
  const walked = await walkLists(!values.gate, (line) => console.log(line));
  return walked.violations.length;
}

async function draw(): Promise<number> {
  const [first = 1, count = 10_000] = positionals.map(Number);
  const atOnce = 100;
  let found = 0;
  for (let from = first; from < first + count; from += atOnce) {
    const played = await playSeeds(from, Math.min(atOnce, first + count - from));
    for (const one of played.violations) console.log(one);
    found += played.violations.length;
  }
  return found;
}
