import { REFUND_TRUTHS } from '../../../sandbox/pay/refund-truths.ts';
import { DAY, HOUR, MINUTE } from '../../world/shop.ts';
import { Dice } from '../delivery/dice.ts';
import { MANNERS, type Manner } from '../money/client.ts';
import type { Fault } from '../money/service.ts';
import { play, refundReport, type RefundRequest, type Scenario } from './scenario.ts';

export const AMOUNTS = [701, 1103, 1307] as const;
export const IN_PANEL = 501;

const MANNER_NAMES = Object.keys(MANNERS) as Manner[];

/** The ways in which a call can go wrong; one that does not fit the call becomes one that does. */
const FAULTS: readonly Fault[] = [
  ...(['die before', 'die after', 'error before', 'error after', 'repeat', 'unreachable'] as const),
  ...(['failNext', 'limitNext', 'loseAnswerNext', 'stallNext'] as const),
];

/** The scenario of a seed. */
export function drawnScenario(seed: number): Scenario {
  const dice = new Dice(seed);
  const strikes = new Map(
    Array.from({ length: dice.between(0, 2) }, () => [dice.between(0, 24), dice.pick(FAULTS)]),
  );
  return {
    name: `seed ${seed}`,
    invoicing: dice.chance(1 / 2),
    charge: { is: 'purchase' },
    waitMs: dice.pick([0, 0, 10 * MINUTE, 9 * DAY]),
    truths: drawnTruths(dice),
    documents: {},
    faults: (n) => strikes.get(n),
    requests: drawnRequests(dice),
  };
}

/** Some answers to what nobody knows of the provider; what a payment's lines are stays as it is throughout. */
function drawnTruths(dice: Dice): Scenario['truths'] {
  const drawn = Object.entries(REFUND_TRUTHS).flatMap(([question, values]): [string, string | number][] =>
    dice.chance(1 / 6) ? [[question, dice.pick<string>(values)]] : [],
  );
  if (dice.chance(1 / 6)) drawn.push(['reportingDelayMs', dice.pick([MINUTE, 20 * MINUTE, HOUR])]);
  return Object.fromEntries(drawn);
}

function drawnRequests(dice: Dice): RefundRequest[] {
  const count = dice.between(1, AMOUNTS.length);
  const inPanel = dice.chance(1 / 3) ? dice.between(0, count - 1) : undefined;
  return AMOUNTS.slice(0, count).map((cents, nth) => {
    const isNamed = dice.chance(2 / 3);
    const manner = isNamed ? dice.pick(MANNER_NAMES) : 'gone';
    const thenMs = dice.pick([1_000, 30_000, 20 * MINUTE, 26 * HOUR]);
    return { cents, isNamed, manner, thenMs, panelBefore: nth === inPanel ? IN_PANEL : undefined };
  });
}

/** Plays so many seeds from the first. */
export async function playSeeds(first: number, seeds: number) {
  const tally = refundReport();
  for (let seed = first; seed < first + seeds; seed++) {
    const played = await play(drawnScenario(seed));
    tally.add(`seed ${seed}`, played, played.violations);
  }
  tally.print('refunds', `${first}+`);
  return tally;
}
