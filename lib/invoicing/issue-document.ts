import type { Acct } from '../acct/acct.ts';
import { issue, type Issued } from './document-steps.ts';
import { onlyFileMissing, type Progress } from '../billing/document-progress.ts';
import type { CallsAcct, CoreApp, KeepsDocuments, SendsTo } from '../app.ts';
import type { Invoice } from '../billing/invoice.ts';
import type { Subscription } from '../billing/subscription.ts';
import {
  claimDocument,
  endDocument,
  lookUpDocument,
  saveProgress,
  type StoredDocument,
} from '../table/documents.ts';
import { Conflict } from '../table/table.ts';
import { findTenant, type Tenant } from '../table/tenants.ts';
import type { IssueMessage } from '../reconciliation/invoice-changes.ts';
import { acctClientFor } from './account.ts';
import { obstacle, orderToInvoice } from './order.ts';
import { resumeLater } from './resume.ts';
import { errorFields } from '../log.ts';

/** What it takes to have documents made. */
export type IssuingApp = CoreApp & CallsAcct & KeepsDocuments & SendsTo<'invoicing'>;

/** Longer than the function may run, so that a document is taken up again only after a crash. */
const CLAIM_MS = 90_000;
/** A message may be this much early by another machine's clock. */
const EARLY_MS = 500;
/** No call is begun that must not be made twice with less of the invocation left: its deadline, and time to note the outcome. */
const ASKING_NEEDS_MS = 12_000;
/** An account that cannot be opened is tried again after this time. */
const ACCOUNT_AGAIN_MS = 300_000;
/** Documents that met the provider's limit together come back spread over this time. */
const SPREAD_MS = 60_000;

/**
 * Has the document of a paid invoice made, as far as that goes without waiting. Whatever the provider does is no
 * failure of the message: the document stays due and is taken up again, or ends as FAILED. Messages that come too
 * early, too late or twice do nothing.
 */
export async function issueDocument(
  app: IssuingApp,
  name: IssueMessage,
  timeLeft: () => number,
): Promise<void> {
  const [stored, tenant] = await Promise.all([lookUpDocument(app, name), findTenant(app, name.tenantId)]);
  if (!stored || !isWanted(stored.invoice)) return;
  const now = app.clock();
  const isHandedOut = stored.dueAt === name.due;
  if (stored.dueAt !== undefined && !isHandedOut && stored.dueAt > now + EARLY_MS) return;
  if (!(await claimDocument(app, name, stored, now + CLAIM_MS))) return;
  const against = obstacle(stored.invoice, stored.subscription);
  if (against !== undefined || !stored.subscription) return failed(app, name, [against ?? '']);
  const acct = await lineTo(app, tenant, name, stored.invoice);
  if (acct === 'not now') return;
  if (!acct) return failed(app, name, ['No invoicing provider is set up for this account.']);
  const result = await run(app, acct, name, stored, stored.subscription, timeLeft);
  if (result) await conclude(app, name, stored.invoice, result);
}

async function lineTo(
  app: IssuingApp,
  tenant: Tenant,
  name: IssueMessage,
  invoice: Invoice,
): Promise<Acct | undefined | 'not now'> {
  try {
    return await acctClientFor(app, tenant);
  } catch (error) {
    app.log.error('the account at the invoicing provider cannot be opened', {
      tenant: tenant.id,
      ...errorFields(error),
    });
    await resumeLater(app, name, invoice, ACCOUNT_AGAIN_MS);
    return 'not now';
  }
}

/** It is to be made, or it was made and its PDF never came into our bucket. */
function isWanted({ document, documentId, documentKeptAt }: Invoice): boolean {
  return document === 'MAKING' || (document === 'ISSUED' && documentId !== null && documentKeptAt === null);
}

/** The invocation is too short for the next call. */
class OutOfTime extends Error {}

/** One run of issuing; undefined where another issuer has moved it on, or the time was up. */
async function run(
  app: IssuingApp,
  acct: Acct,
  name: IssueMessage,
  { invoice, progress: kept }: StoredDocument,
  subscription: Subscription,
  timeLeft: () => number,
): Promise<Issued | undefined> {
  const { documentId } = invoice;
  const progress = documentId === null ? kept : onlyFileMissing(kept, documentId);
  const order = await orderToInvoice(app, name.tenantId, invoice, subscription);
  const save = async (next: Progress) => {
    // An intent is noted only if there is time to act on it; without it, the next run would wait for nothing.
    if (next.asked && timeLeft() < ASKING_NEEDS_MS) throw new OutOfTime();
    await saveProgress(app, name, next);
  };
  try {
    return await issue(acct, order, progress, {
      now: () => app.clock(),
      save,
      keepFile: (pdf) => keepFile(app, name, pdf),
    });
  } catch (error) {
    if (error instanceof OutOfTime) await resumeLater(app, name, invoice, 0);
    else if (!(error instanceof Conflict)) throw error;
    return undefined;
  }
}

/** Puts a PDF into our bucket; false, and a line in the log, where that does not take it. */
async function keepFile(app: IssuingApp, name: IssueMessage, pdf: Uint8Array): Promise<boolean> {
  try {
    await app.documents.put(name.tenantId, name.invoiceId, pdf);
    return true;
  } catch (error) {
    app.log.error('PDF not kept', { ...logged(name), ...errorFields(error) });
    return false;
  }
}

async function conclude(
  app: IssuingApp,
  name: IssueMessage,
  invoice: Invoice,
  result: Issued,
): Promise<void> {
  if (result.is === 'failed') return failed(app, name, result.errors);
  if (result.is === 'issued') {
    const { payment } = result.progress;
    if (payment?.is === 'refused') app.log.warn('payment not recorded on its document', logged(name));
    await endDocument(app, name, {
      document: 'ISSUED',
      documentId: result.document.id,
      documentKeptAt: app.clock(),
    });
    return app.log.info('document issued', { ...logged(name), reference: result.document.id });
  }
  const { why, afterMs } = result;
  const level = why === 'stuck' || why === 'credentials' ? 'warn' : 'info';
  app.log[level]('document not issued yet', { ...logged(name), outcome: why });
  await resumeLater(app, name, invoice, why === 'rateLimited' ? afterMs + spreadOf(name) : afterMs);
}

async function failed(app: IssuingApp, name: IssueMessage, errors: readonly string[]): Promise<void> {
  const documentProblem = errors.join(' ').slice(0, 500) || 'The document could not be made.';
  await endDocument(app, name, { document: 'FAILED', documentProblem });
  app.log.error('document cannot be issued', logged(name));
}

/** The same for the same invoice, evenly spread over different ones. */
function spreadOf({ invoiceId }: IssueMessage): number {
  return Math.round((parseInt(invoiceId.slice(-6), 16) / 0xffffff) * SPREAD_MS);
}

const logged = ({ tenantId, subscriberId, invoiceId }: IssueMessage) => ({
  tenant: tenantId,
  subscriberId,
  reference: invoiceId,
});
