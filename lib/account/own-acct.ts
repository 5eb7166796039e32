import { ACCT_ADDRESS } from '../acct/provider.ts';
import type { CallsAcct, CoreApp, WithTenant } from '../runtime/app.ts';
import { acctAccountFrom } from '../table/tenants/acct-account.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { acctAccountOf, acctSettingsWith, bringsLogin, type InvoicingInput } from '../wire/acct-settings.ts';
import { setAcctAccount } from './provider-accounts.ts';

/**
 * Connects a tenant's own invoicing account, or changes its settings. Throws `invalid_request`, and as `setAcctAccount`
 * does.
 */
export async function connectAcct(
  app: CoreApp & CallsAcct & WithTenant,
  { baseUrl, given }: InvoicingInput,
): Promise<Tenant> {
  const { id, acct } = app.tenant;
  const stored = acct ? acctAccountFrom(await app.secrets.decrypt(id, 'acct', acct.sealed)) : undefined;
  const account = acctAccountOf(acctSettingsWith(stored, given), baseUrl ?? stored?.baseUrl ?? ACCT_ADDRESS);
  return setAcctAccount(app, account, { check: true, isNewLogin: bringsLogin(given) });
}
