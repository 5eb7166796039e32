import type { Acct, AcctAccount, AcctDefaults, AcctRun } from '../acct/acct.ts';
import { environmentProblem } from '../acct/environment.ts';
import type { TokenStore } from '../acct/tokens.ts';
import type { CallsAcct, CoreApp, WithTenant } from '../runtime/app.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { acctCompany, acctOwner } from '../table/documents/acct-owner.ts';
import { acctTokens } from '../table/documents/acct-tokens.ts';
import { acctAccountFrom } from '../table/tenants/acct-account.ts';
import { opening } from '../table/tenants/opening.ts';

/** A tenant's decrypted account at the invoicing provider. */
export interface OpenAccount {
  /** Distinguishes this account from earlier ones of the tenant. */
  readonly owner: string;
  /** Its company, whose invoices and documents every login to it knows. */
  readonly company: string;
  /** What documents say where the purchase does not. */
  readonly defaults: AcctDefaults;
  /** Why nothing may be issued with it: its environment is not the tenant's. */
  readonly problem: string | undefined;
  readonly client: (run: AcctRun) => Acct;
}

interface OpenedAccount {
  readonly sealed: string;
  readonly account: AcctAccount;
  readonly tokens: TokenStore;
}

const accountsOf = cachePerInstance<OpenedAccount>();

/**
 * The tenant's account, cached for the instance's lifetime; undefined if there is none. Throws CannotOpen.
 */
export async function openAccount(app: CoreApp & CallsAcct & WithTenant): Promise<OpenAccount | undefined> {
  if (!app.tenant.acct) return undefined;
  const { sealed } = app.tenant.acct;
  const accounts = accountsOf(app);
  let known = accounts.get(app.tenantId);
  if (known?.sealed !== sealed) {
    const account = await opening(async () =>
      acctAccountFrom(await app.secrets.decrypt(app.tenantId, 'acct', sealed)),
    );
    known = { sealed, account, tokens: acctTokens(app, account) };
    accounts.set(app.tenantId, known);
  }
  const { account, tokens } = known;
  return {
    owner: acctOwner(account),
    company: acctCompany(account),
    defaults: account,
    problem: environmentProblem(app.tenant, account),
    client: (run) => app.acct(account, tokens, run),
  };
}
