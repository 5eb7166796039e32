import { parseArgs } from 'node:util';
import { startWalkCloud } from './places/cloud.ts';
import { lineOf, STEPS_A_WALK, takeWalks, walkFromText, walkOf } from './report.ts';
import { take } from './walk.ts';

/**
 * By hand: `node test/faults/walks/run.ts FIRST COUNT` takes that many walks and prints what they add up to;
 * `node test/faults/walks/run.ts SEED 1 [STEPS]` takes one, whole or shortened to the steps given, and prints what
 * happened. With `--cloud` they are taken on the synthesised stack, with `--messages`
 * they are walks of messages.
 */
const { values, positionals } = parseArgs({
  options: {
    cloud: { type: 'boolean', default: false },
    messages: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [first = 1, count = 1] = positionals.slice(0, 2).map(Number);
const steps = positionals[2];

const cloud = values.cloud ? await startWalkCloud() : undefined;
const open = cloud?.open;
const isOfMessages = values.messages;
const length = { isOfMessages, ...(!cloud && { steps: STEPS_A_WALK }) };
try {
  if (count === 1) await takeOne(first);
  else await takeMany();
} finally {
  await cloud?.stop();
}

async function takeOne(seed: number): Promise<void> {
  const walk =
    steps === undefined ? walkOf(seed, { open, ...length }) : walkFromText(seed, steps, isOfMessages);
  const { transcript, violations } = await take(walk, open);
  console.log(transcript.join('\n'));
  console.log(violations.length === 0 ? 'no violations' : violations.join('\n'));
  process.exitCode = violations.length === 0 ? 0 : 1;
}

async function takeMany(): Promise<void> {
  const tally = await takeWalks(first, count, {
    open,
    ...length,
    each: (seed, { violations }) => {
      if (violations.length > 0) console.log(`walk ${seed}: ${violations.join('; ')}`);
      else if (cloud || seed % 500 === 0) console.log(`walk ${seed} done`);
    },
  });
  for (const wrong of tally.wrong) console.log(wrong);
  console.log(lineOf('walks', first, tally));
  const { user, system } = process.cpuUsage();
  console.log(`${((user + system) / 1000 / tally.walks).toFixed(0)} ms of processor time a walk`);
  process.exitCode = tally.wrong.length === 0 ? 0 : 1;
}
