import { test } from 'vitest';
import { casesOf } from '../cases.ts';
import { Dice } from '../dice.ts';
import { EveryCall } from './every-call.ts';
import { PURCHASES, RENEWALS } from './flows.ts';

const SEED = 4;
const PAIRS_PER_FLOW = casesOf(40, 120);

test('two faults cause no double charge and lose no subscriber, whatever the client does', async () => {
  const flows = [...PURCHASES, ...RENEWALS];
  const every = new EveryCall();
  const dice = new Dice(SEED);
  for (const flow of flows) await every.drawnPairs(flow, PAIRS_PER_FLOW, dice);
  const pairs = flows.length * PAIRS_PER_FLOW;
  every.expectSafety('money, pairs', SEED, {
    ...{ cases: pairs + flows.length, struck: pairs, kills: pairs / 3 },
  });
});
