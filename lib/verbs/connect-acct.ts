import { connectAcct as connect } from '../account/own-acct.ts';
import type { CallsAcct, CoreApp } from '../runtime/app.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { accountVerb, type VerbCall } from './verb.ts';
import { withRecord } from '../runtime/for-tenant.ts';

/** Connects the account at the invoicing provider, or changes what is set of it. Throws what `connectAcct` throws. */
export const connectAcct = accountVerb({
  route: 'account/set-invoicing',
  needs: 'connections',
  name: 'connect-acct',
  asksPasskey: true,
  run: async ({ app }: VerbCall<CoreApp & CallsAcct>, given: Parameters<typeof connect>[1]) =>
    connect(withRecord(app, await readTenant(app)), given),
});
