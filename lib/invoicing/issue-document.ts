import type { AcctOrder } from '../acct/acct.ts';
import type { CallsAcct, CoreApp, KeepsDocuments, ReadsRates, SendsTo } from '../app.ts';
import { onlyFileMissing } from '../billing/document-progress.ts';
import type { Invoice } from '../billing/invoice.ts';
import { errorFields } from '../log.ts';
import { knownContact } from '../table/acct-contacts.ts';
import {
  claimDocument,
  invoiceKey,
  lookUpDocument,
  saveProgress,
  type StoredDocument,
} from '../table/documents.ts';
import { isBroken, setAside } from '../table/silences.ts';
import { onConflict } from '../table/table.ts';
import { findTenant, type Tenant } from '../table/tenants.ts';
import { openAccount, type OpenAccount } from './account.ts';
import { conclude, endAsFailed, logged, waitForRate } from './conclude.ts';
import { issue, type Issued } from './document-steps.ts';
import { callsOfRun, RECORDING_MS } from './calls-of-run.ts';
import type { Outside } from './idempotent-step.ts';
import type { IssueMessage } from '../queue/messages.ts';
import { obstacle, orderOf } from './order.ts';
import { resumeLater } from './resume.ts';
import { sharedPace, type SharedPace } from './shared-pace.ts';

/** What it takes to have documents made. */
export type IssuingApp = CoreApp & CallsAcct & KeepsDocuments & ReadsRates & SendsTo<'invoicing'>;

/** Longer than the function may run, so that a document is taken up again only after a crash. */
const CLAIM_MS = 90_000;
/** A message may be this much early by another machine's clock. */
const EARLY_MS = 500;
/** An account that cannot be opened is tried again after this time. */
const ACCOUNT_AGAIN_MS = 300_000;

/**
 * Has the document of a paid invoice made, as far as that goes without waiting. Whatever the provider does is no
 * failure of the message: the document stays due and is taken up again, or ends as FAILED. Messages that come too
 * early, too late or twice do nothing. What has to wait for its tenant's turn goes back at once, and what the sweep
 * handed out and cannot be worked on is tried ever later.
 */
export async function issueDocument(
  app: IssuingApp,
  name: IssueMessage,
  timeLeft: () => number,
): Promise<void> {
  try {
    await takeFurther(app, name, timeLeft);
  } catch (error) {
    if (name.due === undefined || !isBroken(error)) throw error;
    const document = { tenant: name.tenantId, kind: 'document', key: invoiceKey(name) } as const;
    await setAside(app, { ...document, by: 'invoicing/issue' }, error);
  }
}

async function takeFurther(app: IssuingApp, name: IssueMessage, timeLeft: () => number): Promise<void> {
  const [stored, tenant] = await Promise.all([lookUpDocument(app, name), findTenant(app, name.tenantId)]);
  if (!stored || !isWanted(stored.invoice)) return;
  const now = app.clock();
  const isHandedOut = stored.dueAt === name.due;
  if (stored.dueAt !== undefined && !isHandedOut && stored.dueAt > now + EARLY_MS) return;
  const against = obstacle(stored.invoice, stored.subscription);
  if (against !== undefined || !stored.subscription)
    return endAsFailed(app, name, stored, 'obstacle', [against ?? '']);
  const order = await orderOf(
    app,
    tenant.id,
    stored.invoice,
    stored.subscription,
    () => timeLeft() - RECORDING_MS,
  );
  if (!order) return waitForRate(app, name, stored);
  const pace = sharedPace(app, tenant.id);
  if (!hasBegun(stored)) {
    const turnMs = await pace.turn(stored.invoice.document === 'MAKING' ? 'document' : 'file');
    if (turnMs > 0) return resumeLater(app, name, stored, turnMs, { turnAt: now + turnMs });
  }
  if (!(await claimDocument(app, name, stored, now + CLAIM_MS))) return;
  const account = await accountOf(app, tenant, name, stored);
  if (account === 'not now') return;
  if (!account)
    return endAsFailed(app, name, stored, 'no_provider', [
      'No invoicing provider is set up for this account.',
    ]);
  const result = await run(app, account, name, stored, order, pace, timeLeft);
  if (result) await conclude(app, name, stored, result, pace);
}

/** It is to be made, or it was made and its PDF never came into our bucket. */
function isWanted({ document, documentId, documentKeptAt }: Invoice): boolean {
  return document === 'MAKING' || (document === 'ISSUED' && documentId !== null && documentKeptAt === null);
}

/** What is under way, or has waited for its turn, needs no other one. */
function hasBegun({ invoice, progress, turnAt }: StoredDocument): boolean {
  return turnAt !== undefined || (invoice.document === 'MAKING' && progress.revision > 0);
}

async function accountOf(
  app: IssuingApp,
  tenant: Tenant,
  name: IssueMessage,
  stored: StoredDocument,
): Promise<OpenAccount | undefined | 'not now'> {
  try {
    return await openAccount(app, tenant);
  } catch (error) {
    app.log.error('the account at the invoicing provider cannot be opened', {
      tenant: tenant.id,
      ...errorFields(error),
    });
    await resumeLater(app, name, stored, ACCOUNT_AGAIN_MS);
    return 'not now';
  }
}

/** One run of issuing; undefined where another issuer has moved it on. */
async function run(
  app: IssuingApp,
  { owner, client }: OpenAccount,
  name: IssueMessage,
  { invoice, progress: stored }: StoredDocument,
  order: AcctOrder,
  pace: SharedPace,
  timeLeft: () => number,
): Promise<Issued | undefined> {
  const { documentId } = invoice;
  const progress = documentId === null ? stored : onlyFileMissing(stored, documentId);
  const calls = callsOfRun(pace, timeLeft);
  const outside: Outside = {
    now: () => app.clock(),
    save: (next) => saveProgress(app, name, next),
    ...calls,
    contact: knownContact(app, name.tenantId, owner, order.buyer.email),
    keepFile: (pdf) => keepFile(app, name, pdf),
  };
  return onConflict(
    () => issue(client(calls.run), order, progress, outside),
    () => undefined,
  );
}

/** Puts a PDF into our bucket; false, and a line in the log, where that does not take it. */
async function keepFile(app: IssuingApp, name: IssueMessage, pdf: Uint8Array): Promise<boolean> {
  try {
    await app.documents.put(name.tenantId, name.invoiceId, pdf);
    return true;
  } catch (error) {
    app.log.error('PDF not stored', { ...logged(name), ...errorFields(error) });
    return false;
  }
}
