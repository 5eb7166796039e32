import type { AcctOrder } from '../acct/acct.ts';
import type { CallsAcct, CoreApp, StoresDocuments, ReadsRates, SendsTo, OfTenant } from '../runtime/app.ts';
import { atCompany, NO_ACCOUNT, onlyFileMissing } from '../billing/document-progress.ts';
import type { Invoice } from '../billing/invoice.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { errorFields } from '../runtime/log.ts';
import { knownContact } from '../table/documents/acct-contacts.ts';
import {
  claimDocument,
  lookUpDocument,
  saveProgress,
  type StoredDocument,
} from '../table/documents/documents.ts';
import { onConflict } from '../table/table.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { openAccount, type OpenAccount } from './account.ts';
import { recordResult, endAsFailed, logFieldsOf, waitForRate } from './record-result.ts';
import { issue, type Issued } from './document-steps.ts';
import { callsOfRun, RECORDING_MS } from './calls-of-run.ts';
import type { Outside } from './idempotent-step.ts';
import type { IssueMessage } from '../queue/messages.ts';
import { NO_SUBSCRIBER, obstacle, orderOf, withDefaults } from './order.ts';
import type { PacedWork } from './pace.ts';
import { resumeLater } from './resume.ts';
import { sharedPace, type SharedPace } from './shared-pace.ts';
import { forTenant, withRecord } from '../runtime/for-tenant.ts';

/** What issuing documents needs. */
export type IssuingApp = CoreApp & CallsAcct & StoresDocuments & ReadsRates & SendsTo<'invoicing'>;

/** Longer than the function's timeout, so that a claimed document is retried only after a crash. */
const CLAIM_MS = 90_000;
/** Tolerated clock difference: a message may arrive this early by another machine's clock. */
const EARLY_MS = 500;

/**
 * Issues the document of a paid invoice without waiting: a failure of the provider leaves it due, or ends it as FAILED.
 * Throws CannotOpen.
 */
export async function issueDocument(
  app: IssuingApp,
  name: IssueMessage,
  timeLeft: () => number,
): Promise<void> {
  const unread = forTenant(app, name.tenantId);
  const [stored, tenant] = await Promise.all([lookUpDocument(app, name), readTenant(unread)]);
  if (!stored || !isWanted(stored.invoice) || isEarly(name, stored, app.clock())) return;
  const { invoice, subscription } = stored;
  if (!subscription) return endAsFailed(app, name, stored, { why: 'obstacle', errors: [NO_SUBSCRIBER] });
  const reason = obstacle(invoice, subscription);
  if (reason !== undefined) return endAsFailed(app, name, stored, { why: 'obstacle', errors: [reason] });
  const invoiced = { tenant: tenant.id, invoice, subscription };
  const order = await orderOf(app, invoiced, () => timeLeft() - RECORDING_MS);
  if (!order) return waitForRate(app, name, stored);
  const own = withRecord(unread, tenant);
  const pace = sharedPace(own);
  const turnMs = hasBegun(stored) ? 0 : await pace.turn(workOf(stored.invoice));
  if (turnMs > 0) return resumeLater(app, name, stored, { afterMs: turnMs, turnAt: app.clock() + turnMs });
  if (!(await claimDocument(app, name, stored, app.clock() + CLAIM_MS))) return;
  const account = await openAccount(own);
  if (!account) return endAsFailed(app, name, stored, { why: 'no_provider', errors: [NO_ACCOUNT] });
  const { order: complete, problem = account.problem } = withDefaults(order, account.defaults);
  if (problem !== undefined && isUnrequested(stored))
    return endAsFailed(app, name, stored, { why: 'obstacle', errors: [problem] });
  const result = await runIssuing(own, account, complete, { name, stored, pace, timeLeft });
  if (result) await recordResult(app, name, stored, { result, pace });
}

/** Whether the document must be made, or its PDF is not in our bucket yet. */
function isWanted({ document, documentId, documentKeptAt }: Invoice): boolean {
  return document === 'MAKING' || (document === 'ISSUED' && documentId !== null && documentKeptAt === null);
}

/** Whether its message is too early: it is due later, and the sweep did not send the message. */
function isEarly({ due: leasedUntil }: IssueMessage, { dueAt }: StoredDocument, now: number): boolean {
  return dueAt !== undefined && dueAt !== leasedUntil && dueAt > now + EARLY_MS;
}

/** Whether nothing official was requested yet: what its document must say still matters. */
const isUnrequested = ({ invoice, progress: { asked, job, document } }: StoredDocument): boolean =>
  invoice.document === 'MAKING' && !document && !job && asked?.what !== 'document';

const workOf = ({ document }: Invoice): PacedWork => (document === 'MAKING' ? 'document' : 'file');

/** A document in progress, or one that has already waited for its turn, does not need another turn. */
function hasBegun({ invoice, progress, turnAt }: StoredDocument): boolean {
  return turnAt !== undefined || (invoice.document === 'MAKING' && progress.revision > 0);
}

/** A claimed document, and the pace and the time (ms) that its run has. */
interface ClaimedDocument {
  readonly name: IssueMessage;
  readonly stored: StoredDocument;
  readonly pace: SharedPace;
  readonly timeLeft: () => number;
}

/** One issuing run; undefined if another run has advanced the document concurrently. */
async function runIssuing(
  app: IssuingApp & OfTenant,
  { owner, company, client }: OpenAccount,
  order: AcctOrder,
  { name, stored, pace, timeLeft }: ClaimedDocument,
): Promise<Issued | undefined> {
  const { documentId } = stored.invoice;
  const known = documentId === null ? stored.progress : onlyFileMissing(stored.progress, documentId);
  const progress = atCompany(known, company);
  const calls = callsOfRun(pace, timeLeft);
  const outside: Outside = {
    now: () => app.clock(),
    kept: stored.invoice.refundedAmount === undefined ? undefined : order.amount,
    save: (next) => saveProgress(app, name, next),
    ...calls,
    contact: knownContact(app, owner, order.buyer),
    unknownStatus: (word) => reportUnknownStatus(app, word),
    keepFile: (pdf) => keepFile(app, name, pdf),
  };
  return onConflict(
    () => issue(client(calls.run), order, progress, outside),
    () => undefined,
  );
}

async function keepFile(app: IssuingApp, name: IssueMessage, pdf: Uint8Array): Promise<boolean> {
  try {
    await app.documents.put(name.tenantId, name.invoiceId, pdf);
    return true;
  } catch (error) {
    app.log.error('PDF not stored', { ...logFieldsOf(name), ...errorFields(error) });
    return false;
  }
}

/** The words for a document's state that this instance has already reported. */
const reportedOf = cachePerInstance<true>();

/** Logs a word for a document's state that we do not know, once for each instance and word. */
function reportUnknownStatus(app: CoreApp, word: string): void {
  const reported = reportedOf(app);
  if (reported.get(word)) return;
  reported.set(word, true);
  app.log.warn('a state of documents is not known; its number decides', { outcome: word });
}
