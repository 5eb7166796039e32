import { expect, test } from 'vitest';
import { casesOf } from '../cases.ts';
import { Dice } from '../dice.ts';
import type { Fault } from './outside.ts';
import type { Reaction } from './receiver.ts';
import { deliveryReport, judgeFor, World } from './world.ts';

const SEED = 3;
const SEEDS = casesOf(700, 10_000);
const SKEW_MAX_MS = 2_000;

/** Faults per thousand outside calls. */
const PER_THOUSAND: readonly (readonly [Fault, number])[] = [
  ['die before', 25],
  ['die after', 25],
  ['error before', 15],
  ['error after', 15],
  ['repeat', 30],
];

function faultFor(dice: Dice): Fault | undefined {
  let roll = dice.between(1, 1000);
  for (const [fault, share] of PER_THOUSAND) {
    roll -= share;
    if (roll <= 0) return fault;
  }
  return undefined;
}

/** A few events told by several workers at once, with everything that can go wrong going wrong now and then. */
function chaos(seed: number): World {
  const dice = new Dice(seed);
  const failing = dice.pick([0, 0.3, 0.6, 0.9, 1]);
  const react = (): Reaction => {
    if (dice.chance(0.1)) return { status: 'silent', tookMs: 0 };
    return {
      status: dice.chance(failing) ? dice.pick([301, 404, 500]) : 200,
      tookMs: dice.between(1, 10_500),
    };
  };
  return new World({
    plan: () => faultFor(dice),
    react,
    events: dice.between(1, 3),
    workers: dice.between(1, 3),
    latencyMs: () => (dice.chance(0.02) ? dice.between(1_000, 9_000) : dice.between(1, 40)),
    copyAfter: () => (dice.chance(0.05) ? dice.between(0, 200_000) : undefined),
    skewMs: () => dice.between(-SKEW_MAX_MS, SKEW_MAX_MS),
    skewMaxMs: SKEW_MAX_MS,
  });
}

test('workers that crash, fail, repeat messages and have skewed clocks lose no event', async () => {
  const tally = deliveryReport();
  for (let seed = SEED * 1_000_000; seed < SEED * 1_000_000 + SEEDS; seed++) {
    const world = chaos(seed);
    await world.play();
    await judgeFor(tally, `seed ${seed}`, world);
  }
  tally.print('delivery, chaos', `${SEED * 1_000_000}+`);
  expect(tally.violations).toEqual([]);
  expect(tally.cases).toBe(SEEDS);
  expect(tally.counts.posts).toBeGreaterThanOrEqual(SEEDS * 2);
  expect(tally.counts.kills).toBeGreaterThanOrEqual(SEEDS);
});
