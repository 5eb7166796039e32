import type { AcctAccount } from '../acct/acct.ts';
import { fingerprintOf } from '../fingerprint.ts';

/** Identifies an account at the invoicing provider; data cached for one account is not valid for another. */
export function acctOwner({ baseUrl, companyId, clientId, username }: AcctAccount): string {
  return fingerprintOf([baseUrl, companyId, clientId, username ?? '']).slice(0, 32);
}
