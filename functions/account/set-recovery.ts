import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setRecovery } from '../../lib/verbs/set-recovery.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { recoveryAnswer, recoveryBody, recoveryInput, recoveryAnswerShape } from '../../lib/wire/recovery.ts';
import { setting } from '../../lib/route.ts';

/** PUT /account/recovery: sets when failed renewals are tried again, and what follows. */
export const declared = endpoint({
  name: 'account/set-recovery',
  at: 'PUT /account/recovery',
  uses: setting,
  verb: setRecovery,
  tag: 'Account',
  summary: 'Set how failed renewals are recovered',
  description:
    'Holds for failures that are open already, from the next time that each is looked at. A retry is made a day after any other attempt at the earliest, at most seven in 30 days, and never after a code that says that the card will not work.',
  asks: { body: recoveryBody },
  answers: recoveryAnswerShape,
  example: { body: { retryDays: [1, 3, 6, 10, 16, 24], then: 'cancel' } },
  input: ({ body }) => recoveryInput(body),
  run: async ({ input, ...call }) => recoveryAnswer(await byKey(setRecovery, call, input)),
});

export const { create } = declared;

export const handler = create(live);
