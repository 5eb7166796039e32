import { take, walkFrom } from './walk.ts';
import { STEPS, type Step, type StepName } from './steps.ts';

/** By hand: `node test/faults/walks/run.ts FIRST COUNT [STEP:SEED,…]`. */
const [first = '1', count = '1', given] = process.argv.slice(2);
const names = Object.keys(STEPS) as StepName[];
const started = performance.now();
const totals: Record<string, number> = {};
let wrong = 0;
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const walk = given === undefined ? walkFrom(seed, 40) : { seed, steps: given.split(',').map(stepFrom) };
  const began = performance.now();
  const { taken, violations, story } = await take(walk);
  const took = performance.now() - began;
  if (took > 2000) console.log(`seed ${seed} took ${took.toFixed(0)} ms`);
  for (const [name, times] of Object.entries(taken)) totals[name] = (totals[name] ?? 0) + times;
  if (violations.length > 0) {
    wrong++;
    console.log(`seed ${seed}\n  ${violations.join('\n  ')}`);
    if (Number(count) === 1) console.log(story.join('\n'));
  }
}
console.log(
  totals,
  `${wrong} wrong, ${((performance.now() - started) / Number(count)).toFixed(1)} ms a walk`,
);

function stepFrom(text: string): Step {
  const [index = '0', seed = '0'] = text.split(':');
  return { name: names[Number(index)]!, seed: Number(seed) };
}
