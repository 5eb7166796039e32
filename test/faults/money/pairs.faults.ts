import { expect, test } from 'vitest';
import { casesOf } from '../cases.ts';
import { Dice } from '../delivery/dice.ts';
import { FLOWS } from './flows.ts';
import { faultsOf, type Plan } from './service.ts';
import { manners, moneyReport, placesIn, playFor } from './singles.ts';

const SEED = 4;
const PAIRS_PER_FLOW = casesOf(40, 120);

/** Two faults: the first where the calm run had a call, the second at one of those that follow, which may be others. */
function pair(dice: Dice, calm: Parameters<typeof placesIn>[0]): { name: string; plan: Plan } {
  const places = placesIn(calm);
  const at = dice.pick(places);
  const next = at + (dice.chance(0.5) ? dice.between(1, 8) : dice.between(1, calm.calls.length));
  const first = dice.pick(faultsOf(calm.calls[at]!));
  const second = dice.pick(faultsOf(calm.calls[dice.pick(places)]!));
  const plan: Plan = (n) => (n === at ? first : n === next ? second : undefined);
  return { name: `${first} at ${at}, ${second} at ${next}`, plan };
}

test('two faults cause no double charge and lose no subscriber, whatever the client does', async () => {
  const dice = new Dice(SEED);
  const tally = moneyReport();
  for (const flow of FLOWS) {
    const calm = await playFor(tally, 'no fault', { flow, manner: 'gone', plan: () => undefined });
    for (let i = 0; i < PAIRS_PER_FLOW; i++) {
      const { name, plan } = pair(dice, calm);
      await playFor(tally, name, { flow, manner: dice.pick(manners), plan });
    }
  }
  tally.print('money, pairs', SEED);
  expect(tally.violations).toEqual([]);
  expect(tally.cases).toBe(FLOWS.length * (PAIRS_PER_FLOW + 1));
  expect(tally.counts.struck).toBeGreaterThanOrEqual(FLOWS.length * PAIRS_PER_FLOW);
  expect(tally.counts.kills).toBeGreaterThanOrEqual((FLOWS.length * PAIRS_PER_FLOW) / 3);
});
