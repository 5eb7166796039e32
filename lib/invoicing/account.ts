import type { Acct, AcctAccount } from '../acct/acct.ts';
import type { CallsAcct, CoreApp } from '../app.ts';
import { acctTokens } from '../table/acct-tokens.ts';
import type { Tenant } from '../table/tenants.ts';

interface Line {
  readonly sealed: string;
  readonly acct: Acct;
}

const kept = new WeakMap<object, Map<string, Line>>();

/**
 * The tenant's line to the invoicing provider, undefined where none is set up. Kept as long as the process and the
 * account last, because it holds the access token. Throws where the account cannot be opened or makes no sense.
 */
export async function acctClientFor(app: CoreApp & CallsAcct, tenant: Tenant): Promise<Acct | undefined> {
  if (!tenant.acct) return undefined;
  const { sealed } = tenant.acct;
  let lines = kept.get(app.memory);
  if (!lines) kept.set(app.memory, (lines = new Map<string, Line>()));
  const known = lines.get(tenant.id);
  if (known?.sealed === sealed) return known.acct;
  const opened = await app.secrets.decrypt(tenant.id, 'acct', sealed);
  const account = JSON.parse(opened.reveal()) as AcctAccount;
  const acct = app.acct(account, acctTokens(app, tenant.id, account));
  lines.set(tenant.id, { sealed, acct });
  return acct;
}
