import type { AcctAccount } from '../acct/acct.ts';
import { fingerprintOf } from '../fingerprint.ts';

/** Tells accounts at the invoicing provider apart: what was kept for one of a tenant's accounts is not another's. */
export function acctOwner({ baseUrl, companyId, clientId, username }: AcctAccount): string {
  return fingerprintOf([baseUrl, companyId, clientId, username ?? '']).slice(0, 32);
}
