import { setPortal as set } from '../account/brand.ts';
import type { PortalSettings } from '../billing/brand.ts';
import type { CoreApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Sets what customers may do in the portal. Throws what `setPortal` throws. */
export const setPortal = accountVerb({
  route: 'account/set-portal',
  needs: 'account',
  name: 'set-portal',
  run: ({ app }: VerbCall<CoreApp>, settings: PortalSettings) => set(app, settings),
});
