import { compare, lineOf } from './compare.ts';

/** By hand: `node test/faults/previews/run.ts FIRST CHANGES` compares that many plan changes with their previews. */
const [first = 1, changes = 100_000] = process.argv.slice(2).map(Number);
const compared = await compare(first, changes);
for (const what of compared.wrong) console.log(what);
console.log(lineOf(first, compared));
process.exitCode = compared.wrong.length === 0 ? 0 : 1;
