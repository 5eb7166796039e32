import { test } from 'vitest';
import { EveryCall } from './every-call.ts';
import { PURCHASES } from './flows.ts';

test('one fault at any outside call of a purchase or a change of plan causes no double charge and loses no subscriber, whatever the client does', async () => {
  const every = new EveryCall();
  for (const flow of PURCHASES) await every.singles(flow);
  every.expectSafety('money, single faults, purchases and plans', 'none', {
    ...{ cases: 1_600, kills: 700, charges: 2_500 },
  });
});
