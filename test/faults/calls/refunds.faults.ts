import { test } from 'vitest';
import { AT_NIGHT } from '../cases.ts';
import { EveryCall, type IsIn } from './every-call.ts';
import { ALL_SWITCHES, ONE_REFUND, TWO_REFUNDS } from './refunds.ts';

/** Calls before the last answer that somebody waited for: what comes after them, the gate has no time for. */
const whileAsked: IsIn = ({ asking }, at) => at < asking;
/** Calls at which money moves, or somebody reads whether it has: the pairs that the gate has time for. */
const isAtProvider: IsIn = ({ calls }, at) => calls[at]!.port === 'pay';

test('refunds are made once, recorded, and never above the charge, under every fault, pair of faults and switch of the lists', async () => {
  const every = new EveryCall();
  for (const flow of ALL_SWITCHES) await every.play(flow, 'eager', []);
  const switches = every.report.cases;
  await every.singles(TWO_REFUNDS, AT_NIGHT ? undefined : whileAsked, 'eager');
  await every.pairs(ONE_REFUND, AT_NIGHT ? undefined : isAtProvider, 'eager');
  every.expectSafety('refunds by list', 'none', {
    ...{ cases: switches + 600, struck: 800, kills: 250, given: 1_000 },
  });
});
