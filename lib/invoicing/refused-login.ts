import { owePeople } from '../messages/owe.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { noteAcctRefused } from '../table/documents/acct-tokens.ts';

/** Notes that the invoicing provider refuses a tenant's login, and tells its people once a day, for as long as it does. */
export async function tellOfAcctRefusal(app: CoreApp & OfTenant): Promise<void> {
  const now = app.clock();
  await noteAcctRefused(app, now);
  await owePeople(app, { kind: 'credentials_refused', about: 'acct', at: now, once: 'a day' });
}
