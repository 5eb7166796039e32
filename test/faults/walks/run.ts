import { lineOf, takeWalks, walkFromText, STEPS_A_WALK } from './report.ts';
import { take, walkFrom } from './walk.ts';

/**
 * By hand: `node test/faults/walks/run.ts FIRST COUNT` takes that many walks and prints what they add up to;
 * `node test/faults/walks/run.ts SEED 1 [STEPS]` takes one, whole or shortened to the steps given, and tells its story.
 */
const [first = 1, count = 1] = process.argv.slice(2, 4).map(Number);
const steps = process.argv[4];

if (count === 1) await tellOne(first);
else await takeMany();

async function tellOne(seed: number): Promise<void> {
  const walk = steps === undefined ? walkFrom(seed, STEPS_A_WALK) : walkFromText(seed, steps);
  const { story, violations } = await take(walk);
  console.log(story.join('\n'));
  console.log(violations.length === 0 ? 'no violations' : violations.join('\n'));
  process.exitCode = violations.length === 0 ? 0 : 1;
}

async function takeMany(): Promise<void> {
  const tally = await takeWalks(first, count, (seed, { violations }) => {
    if (violations.length > 0) console.log(`walk ${seed}: ${violations.join('; ')}`);
    else if (seed % 500 === 0) console.log(`walk ${seed} done`);
  });
  for (const wrong of tally.wrong) console.log(wrong);
  console.log(lineOf('walks', first, tally));
  const { user, system } = process.cpuUsage();
  console.log(`${((user + system) / 1000 / tally.walks).toFixed(0)} ms of processor time a walk`);
  process.exitCode = tally.wrong.length === 0 ? 0 : 1;
}
