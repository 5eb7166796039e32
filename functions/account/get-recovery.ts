import { NO_RECOVERY } from '../../lib/billing/recovery-settings.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { recoveryAnswer, recoveryAnswerShape } from '../../lib/wire/recovery.ts';
import { read } from '../../lib/route.ts';

/** GET /account/recovery: when failed renewals are tried again, and what follows. */
export const declared = endpoint({
  name: 'account/get-recovery',
  at: 'GET /account/recovery',
  uses: read,
  tag: 'Account',
  summary: 'Read how failed renewals are recovered',
  description: 'On which days after a failure the payment is tried again, and what follows the last one.',
  answers: recoveryAnswerShape,
  example: {},
  input: () => undefined,
  run: async ({ app }) => recoveryAnswer((await readTenant(app)).recovery ?? NO_RECOVERY),
});

export const { create } = declared;

export const handler = create(live);
