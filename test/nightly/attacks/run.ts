import { parseArgs } from 'node:util';
import { tableOf, type Result } from '../../../bench/result.ts';
import { ATTACKS, CALM } from './attacks.ts';
import { Field } from './play.ts';

/**
 * `node test/nightly/attacks/run.ts [--modest] [part of a name]...`: each attack in full on a local cloud of its own, and
 * a table of what the neighbour had of it.
 */
const { values, positionals } = parseArgs({
  options: { modest: { type: 'boolean' } },
  allowPositionals: true,
});
const chosen = [CALM, ...Object.values(ATTACKS).flat()].filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const all: Result[] = [];
for (const attack of chosen) {
  const began = performance.now();
  const field = await Field.open(1);
  try {
    const size = values.modest ? attack.modest : attack.full;
    const results = await field.play(attack.name, [{ attack, size }]);
    all.push(...results);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(`\n${attack.name}: ${size}, ${seconds} s\n${tableOf(results)}`);
  } finally {
    await field.stop();
  }
}
console.log(`\n${tableOf(all)}`);
process.exit(all.every(({ ok }) => ok) ? 0 : 1);
