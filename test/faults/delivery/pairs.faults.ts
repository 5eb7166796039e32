import { expect, test } from 'vitest';
import { AT_NIGHT, casesOf } from '../cases.ts';
import { Dice } from '../dice.ts';
import { FAULTS } from './outside.ts';
import type { Fault } from './outside.ts';
import { deliveryReport, judgeFor, World } from './world.ts';

const SEED = 2;

type Strikes = readonly (readonly [at: number, fault: Fault])[];

async function play(failing: number, strikes: Strikes): Promise<World> {
  const plan = new Map(strikes);
  const world = new World({
    plan: (n) => plan.get(n),
    react: (before) => ({ status: before < failing ? 503 : 204, tookMs: 50 }),
  });
  await world.play();
  return world;
}

/** All pairs of faults of which the second strikes what the first has left to be done. */
async function allPairs(failing: number, tally: ReturnType<typeof deliveryReport>): Promise<void> {
  const { calls } = (await play(failing, [])).outside;
  for (let first = 0; first < calls; first++)
    for (const fault of FAULTS) {
      const after = await play(failing, [[first, fault]]);
      for (let second = first + 1; second < after.outside.calls; second++)
        for (const other of FAULTS) {
          const strikes: Strikes = [
            [first, fault],
            [second, other],
          ];
          await judgeFor(tally, `failing ${failing}, ${strikes.join(' and ')}`, await play(failing, strikes));
        }
    }
}

async function somePairs(
  failing: number,
  count: number,
  dice: Dice,
  tally: ReturnType<typeof deliveryReport>,
): Promise<void> {
  const { calls } = (await play(failing, [])).outside;
  for (let i = 0; i < count; i++) {
    const strikes: Strikes = [
      [dice.between(0, calls - 1), dice.pick(FAULTS)],
      [dice.between(0, calls - 1), dice.pick(FAULTS)],
    ];
    await judgeFor(tally, `failing ${failing}, ${strikes.join(' and ')}`, await play(failing, strikes));
  }
}

test('two faults at any two outside calls lose no event', async () => {
  const tally = deliveryReport();
  const dice = new Dice(SEED);
  await allPairs(0, tally);
  if (AT_NIGHT) await allPairs(2, tally);
  await somePairs(10, 1_000, dice, tally);
  await somePairs(Infinity, 1_000, dice, tally);
  tally.print('delivery, pairs of faults', SEED);
  expect(tally.violations).toEqual([]);
  expect(tally.cases).toBeGreaterThanOrEqual(casesOf(3_500, 5_000));
  expect(tally.counts.struck).toBeGreaterThanOrEqual(casesOf(3_500, 5_000));
});
