import { AGAIN, AGAIN_AFTER_MS, DOCUMENT_LATE_MS, SECOND_MS, againAfter } from '../limits.ts';
import type { IssueMessage } from '../queue/messages.ts';
import type { Pause } from './idempotent-step.ts';
import type { CoreApp, SendsTo } from '../runtime/app.ts';
import { shortLine } from '../text/clean-text.ts';
import { endDocument, listAsLate } from '../table/documents/document-ends.ts';
import type { StoredDocument } from '../table/documents/documents.ts';
import { customerMessage } from '../messages/owe.ts';
import type { Change } from '../table/table.ts';
import type { Issued } from './document-steps.ts';
import { tellOfAcctRefusal } from './refused-login.ts';
import { resumeLater } from './resume.ts';
import type { SharedPace } from './shared-pace.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** Documents that were rate-limited together come back spread over this time. */
const SPREAD_MS = 5 * SECOND_MS;

/** Whether a wait is due to a silent provider: such waits are counted, and grow. */
const isSilence = (why: Pause): why is keyof typeof AGAIN.acct => why in AGAIN.acct;

/** Whether a wait concerns the whole account, so that the tenant's other documents need not try. */
export function concernsAccount(why: Pause): boolean {
  return why === 'unreachable' || why === 'credentials';
}

/** How long a document waits, given how often in a row the provider was silent before. */
export function waitMs(name: IssueMessage, why: Pause, afterMs: number, tries: number): number {
  if (why === 'rateLimited') return afterMs + spreadOf(name);
  return isSilence(why) ? againAfter(tries, AGAIN.acct[why]) : afterMs;
}

/** Deterministic per invoice, evenly spread over different invoices. */
function spreadOf({ invoiceId }: IssueMessage): number {
  return Math.round((parseInt(invoiceId.slice(-6), 16) / 0xffffff) * SPREAD_MS);
}

type RecordingApp = CoreApp & SendsTo<'invoicing'>;

/** The longest reason that is stored with an invoice. */
const PROBLEM_CHARACTERS_MAX = 500;

/** Records a run's result: the final state of the document, or its next due time. */
export async function recordResult(
  app: RecordingApp,
  name: IssueMessage,
  stored: StoredDocument,
  { result, pace }: { readonly result: Issued; readonly pace: SharedPace },
): Promise<void> {
  if (result.is === 'failed')
    return endAsFailed(app, name, stored, { why: 'refused', errors: result.errors });
  if (result.is === 'refunded') {
    await endDocument(app, name, { document: 'NONE' }, stored.isLate);
    app.log.measure('DocumentRuns', 1, 'refunded');
    return app.log.info('document not needed', logFieldsOf(name));
  }
  if (result.is === 'issued') {
    if (result.progress.payment?.is === 'refused')
      app.log.warn('payment not recorded on its document', logFieldsOf(name));
    const documentId = result.document.id;
    const end = { document: 'ISSUED', documentId, documentKeptAt: app.clock() } as const;
    await endDocument(app, name, end, stored.isLate, await readyMessage(app, name, stored));
    app.log.measure('DocumentRuns', 1, 'issued');
    return app.log.info('document issued', { ...logFieldsOf(name), reference: documentId });
  }
  const { why } = result;
  const level = why === 'stuck' || why === 'credentials' ? 'warn' : 'info';
  app.log[level]('document not issued yet', { ...logFieldsOf(name), outcome: why });
  await recordWait(app, name, stored, why);
  if (why === 'credentials') await tellOfAcctRefusal(forTenant(app, name.tenantId));
  const afterMs = waitMs(name, why, result.afterMs, stored.tries);
  if (concernsAccount(why)) await pace.limited(afterMs);
  const tries = isSilence(why) ? stored.tries + 1 : 0;
  await resumeLater(app, name, stored, { afterMs, tries });
}

/** The message that a document is there: not where only its PDF was fetched again. */
async function readyMessage(
  app: CoreApp,
  { tenantId, subscriberId, invoiceId }: IssueMessage,
  { invoice }: StoredDocument,
): Promise<Change[]> {
  if (invoice.document !== 'MAKING') return [];
  const owed = { kind: 'invoice_ready', about: invoiceId, at: invoice.date, subscriberId } as const;
  return customerMessage(forTenant(app, tenantId), owed);
}

/** A document without its exchange rate waits; it never fails for that. */
export async function waitForRate(
  app: RecordingApp,
  name: IssueMessage,
  stored: StoredDocument,
): Promise<void> {
  app.log.warn('exchange rate not available yet', logFieldsOf(name));
  await recordWait(app, name, stored, 'noRate');
  await resumeLater(app, name, stored, { afterMs: AGAIN_AFTER_MS.rate });
}

/** Whether a document waits for what its tenant alone can mend, at its own account of the invoicing provider. */
const isOfTenant = (why: Pause | 'noRate') => why === 'credentials' || why === 'rateLimited';

/** Counts a wait, and reports a document that is more than a day late to the operators. */
async function recordWait(
  app: CoreApp,
  name: IssueMessage,
  { invoice, isLate }: StoredDocument,
  why: Pause | 'noRate',
): Promise<void> {
  app.log.measure('DocumentRuns', 1, why);
  if (app.clock() - invoice.date < DOCUMENT_LATE_MS || invoice.document !== 'MAKING') return;
  app.log.measure(isOfTenant(why) ? 'DocumentsLateByTenant' : 'DocumentsLate', 1, why);
  app.log.error('document more than a day late', { ...logFieldsOf(name), outcome: why });
  if (!isLate) await listAsLate(app, name, why);
}

interface DocumentFailure {
  readonly why: 'obstacle' | 'no_provider' | 'refused';
  readonly errors: readonly string[];
}

/** Marks a document as failed: it is listed for the operators, and the invoice shows the reason. */
export async function endAsFailed(
  app: CoreApp,
  name: IssueMessage,
  { isLate }: StoredDocument,
  { why, errors }: DocumentFailure,
): Promise<void> {
  const documentProblem =
    shortLine(errors.join(' '), PROBLEM_CHARACTERS_MAX) || 'The document could not be made.';
  await endDocument(app, name, { document: 'FAILED', documentProblem }, isLate);
  app.log.measure('DocumentRuns', 1, 'failed');
  app.log.measure('DocumentsFailed', 1, why);
  app.log.error('document cannot be issued', { ...logFieldsOf(name), outcome: why });
}

/** The log fields of a document. */
export const logFieldsOf = ({ tenantId, subscriberId, invoiceId }: IssueMessage) => ({
  tenant: tenantId,
  subscriberId,
  reference: invoiceId,
});
