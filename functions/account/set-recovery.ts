import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setRecovery } from '../../lib/verbs/set-recovery.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { recoveryAnswer, recoveryInput } from '../../lib/wire/recovery.ts';
import { accountSetRecovery } from '../../lib/rows.ts';

/** PUT /account/recovery: sets when failed renewals are tried again, and what follows. */
export const create = endpoint(accountSetRecovery, {
  input: ({ body }) => recoveryInput(body),
  run: async ({ input, ...call }) => recoveryAnswer(await byKey(setRecovery, call, input)),
});

export const handler = create(live);
