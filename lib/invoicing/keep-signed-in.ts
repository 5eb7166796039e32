import type { CallsAcct, CoreApp } from '../runtime/app.ts';
import { AGAIN_AFTER_MS } from '../limits.ts';
import type { TokensMessage } from '../queue/messages.ts';
import { TOKENS_IDLE_MS, tokensDue, tokensSettled } from '../table/documents/acct-tokens.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { openAccount } from './account.ts';
import { callsOfRun } from './calls-of-run.ts';
import { tellOfAcctRefusal } from './refused-login.ts';
import { sharedPace } from './shared-pace.ts';
import { forTenant, withRecord } from '../runtime/for-tenant.ts';

/**
 * Renews a tenant's tokens that nobody has used for a week, before they die. The provider's failures never fail the
 * message. Throws CannotOpen.
 */
export async function keepSignedIn(
  app: CoreApp & CallsAcct,
  { tenantId, due: handedOut }: TokensMessage,
  timeLeft: () => number,
): Promise<void> {
  const own = forTenant(app, tenantId);
  const account = await openAccount(withRecord(own, await readTenant(own)));
  if (!account) return tokensSettled(own);
  const { run } = callsOfRun(sharedPace(own), timeLeft);
  const answer = await account.client(run).signIn();
  const now = app.clock();
  if (answer.ok) return tokensDue(own, now + TOKENS_IDLE_MS, handedOut);
  const isRefused = answer.is === 'credentials';
  if (isRefused) {
    app.log.error('the login at the invoicing provider is dead', { tenant: tenantId });
    app.log.measure('DocumentsLateByTenant', 1, 'credentials');
    await tellOfAcctRefusal(own);
  }
  return tokensDue(own, now + AGAIN_AFTER_MS.tokens[isRefused ? 'refused' : 'silent']);
}
