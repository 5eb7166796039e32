import { setRecovery as set } from '../account/recovery.ts';
import type { RecoverySettings } from '../billing/recovery-settings.ts';
import type { CoreApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Sets when failed renewals are tried again, and what follows. */
export const setRecovery = accountVerb({
  route: 'account/set-recovery',
  needs: 'account',
  name: 'set-recovery',
  run: ({ app }: VerbCall<CoreApp>, settings: RecoverySettings) => set(app, settings),
});
