import type { AcctAnswer, AcctStanding } from '../acct/acct.ts';
import type { CallsAcct, CoreApp, SendsTo, OfTenant } from '../runtime/app.ts';
import type { StoredDocument } from '../table/documents/documents.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { openAccount } from './account.ts';
import { callsOfRun } from './calls-of-run.ts';
import { sharedPace } from './shared-pace.ts';
import { withRecord } from '../runtime/for-tenant.ts';

/** How the document that we made stands at the provider; undefined where there is nothing to ask about, or nobody. */
export async function readStanding(
  app: CoreApp & CallsAcct & SendsTo<'invoicing'> & OfTenant,
  { progress: { invoiceId } }: StoredDocument,
  timeLeft: () => number,
): Promise<AcctAnswer<AcctStanding> | undefined> {
  const account = await openAccount(withRecord(app, await readTenant(app)));
  if (!account || invoiceId === undefined) return undefined;
  const { run } = callsOfRun(sharedPace(app), timeLeft);
  return account.client(run).readStanding(invoiceId);
}
