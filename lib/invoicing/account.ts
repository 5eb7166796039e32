import type { Acct, AcctAccount, AcctRun } from '../acct/acct.ts';
import type { TokenStore } from '../acct/tokens.ts';
import type { CallsAcct, CoreApp } from '../app.ts';
import { acctOwner } from '../table/acct-owner.ts';
import { acctTokens } from '../table/acct-tokens.ts';
import type { Tenant } from '../table/tenants.ts';

/** A tenant's account at the invoicing provider, opened. */
export interface OpenAccount {
  /** Tells this account from others the tenant may have had. */
  readonly owner: string;
  readonly client: (run: AcctRun) => Acct;
}

interface Kept {
  readonly sealed: string;
  readonly account: AcctAccount;
  readonly tokens: TokenStore;
}

const kept = new WeakMap<object, Map<string, Kept>>();

/**
 * The tenant's account, undefined where none is set up. Kept as long as the process and the account last, because the
 * access token is. Throws where the account cannot be opened or makes no sense.
 */
export async function openAccount(
  app: CoreApp & CallsAcct,
  tenant: Tenant,
): Promise<OpenAccount | undefined> {
  if (!tenant.acct) return undefined;
  const { sealed } = tenant.acct;
  let accounts = kept.get(app.memory);
  if (!accounts) kept.set(app.memory, (accounts = new Map<string, Kept>()));
  let known = accounts.get(tenant.id);
  if (known?.sealed !== sealed) {
    const opened = await app.secrets.decrypt(tenant.id, 'acct', sealed);
    const account = JSON.parse(opened.reveal()) as AcctAccount;
    known = { sealed, account, tokens: acctTokens(app, tenant.id, account) };
    accounts.set(tenant.id, known);
  }
  const { account, tokens } = known;
  return { owner: acctOwner(account), client: (run) => app.acct(account, tokens, run) };
}
