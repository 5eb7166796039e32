import { test } from 'vitest';
import { EveryCall } from './every-call.ts';
import { RENEWALS } from './flows.ts';

test('one fault at any outside call of a cancellation or a renewal causes no double charge and loses no subscriber, whatever the client does', async () => {
  const every = new EveryCall();
  for (const flow of RENEWALS) await every.singles(flow);
  every.expectSafety('money, single faults, cancellations and renewals', 'none', {
    ...{ cases: 1_600, kills: 700, charges: 2_500 },
  });
});
