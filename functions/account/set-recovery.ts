import { setRecovery } from '../../lib/account/recovery.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { recoveryAnswer, recoveryInput } from '../../lib/wire/recovery.ts';

/** PUT /account/recovery: sets when failed renewals are tried again, and what follows. */
export const create = endpoint('account/set-recovery', {
  input: ({ body }) => recoveryInput(body),
  run: async ({ app, tenant, input }) => recoveryAnswer(await setRecovery(app, tenant.id, input)),
});

export const handler = create(live);
