import type { AcctAccount } from '../../acct/acct.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';

/** Identifies an account at the invoicing provider; data cached for one account is not valid for another. */
export function acctOwner({ baseUrl, companyId, clientId, username }: AcctAccount): string {
  return fingerprintOf([originOf(baseUrl), companyId, clientId, username ?? '']).slice(0, 32);
}

/** Identifies a company at the invoicing provider, whoever signs in to it: its invoices are known to all its logins. */
export function acctCompany({ baseUrl, companyId }: Pick<AcctAccount, 'baseUrl' | 'companyId'>): string {
  return fingerprintOf([originOf(baseUrl), companyId]).slice(0, 32);
}

/** However the address is written; only its origin is called. */
function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
