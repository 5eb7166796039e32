import type { AcctEnvironment, Mode } from '../billing/mode.ts';
import { isOnThisMachine } from '../text/this-machine.ts';

/** The provider's hosts for trials, below which no document is real. */
const STAGING = /(^|[.-])staging\./;

/** The environment of an account's address. One that is not known to be another is the live one. */
export function acctEnvironmentOf(baseUrl: string): AcctEnvironment {
  if (isOnThisMachine(baseUrl)) return 'sandbox';
  const host = URL.parse(baseUrl)?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
  return STAGING.test(host) ? 'staging' : 'live';
}

const LIVE_AT_STAGING =
  'a live tenant takes no account at a staging address of the invoicing provider: its documents would count nowhere';
const TEST_AT_LIVE =
  'a test tenant would send real documents for money that never moved: confirm that the company at the invoicing ' +
  'provider is a trial one (trialCompany)';

/** Why a tenant may not issue documents with an account; undefined if it may. */
export function environmentProblem(
  tenant: { readonly mode: Mode },
  { baseUrl, trialCompany }: { readonly baseUrl: string; readonly trialCompany?: boolean | undefined },
): string | undefined {
  const environment = acctEnvironmentOf(baseUrl);
  const isLive = tenant.mode === 'live';
  if (isLive && environment === 'staging') return LIVE_AT_STAGING;
  if (!isLive && environment === 'live' && trialCompany !== true) return TEST_AT_LIVE;
  return undefined;
}
