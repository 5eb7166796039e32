import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { idFrom, svcIdOf } from '../billing/identifiers.ts';
import { continueIssuing, isJobOver, NO_ACCOUNT, retryIssuing } from '../billing/document-progress.ts';
import { restartDocument } from '../table/documents/document-ends.ts';
import { lookUpDocument } from '../table/documents/documents.ts';
import {
  listedDocuments,
  lookUpListed,
  type ListedDocument,
  type ListedDocumentState,
} from '../table/documents/listed-documents.ts';

/** A document that needs a person, as operators see it. */
export interface OpenDocument extends ListedDocument {
  readonly svcId: string;
  /** The invoice's number; null if the invoice is gone. */
  readonly invoiceNumber: string | null;
}

/** The most that one list shows; retried documents make room for the rest. */
const LISTED_MAX = 100;

/** A tenant's documents that failed (`FAILED`) or are more than a day late (`WAITING`), at most a hundred. */
export async function listDocuments(
  app: CoreApp & OfTenant,
  state?: ListedDocumentState,
): Promise<OpenDocument[]> {
  const listed = await listedDocuments(app, LISTED_MAX);
  const wanted = listed.filter((one) => state === undefined || one.state === state);
  return Promise.all(
    wanted.map(async (one) => ({
      ...one,
      svcId: svcIdOf('invoice', one.invoiceId),
      invoiceNumber: (await lookUpDocument(app, one))?.invoice.number ?? null,
    })),
  );
}

/**
 * Retries a failed document, or one whose job is over, after a look-up; `invoice` is either form of the id. Throws
 * Conflict if it goes on at the same moment.
 */
export async function retryDocument(
  app: CoreApp & OfTenant,
  invoice: string,
): Promise<'queued' | 'waiting' | 'unknown'> {
  const invoiceId = idFrom('invoice', invoice);
  const listed = invoiceId === undefined ? undefined : await lookUpListed(app, invoiceId);
  const stored = listed && (await lookUpDocument(app, listed));
  if (!stored) return 'unknown';
  const { progress } = stored;
  const { document: state, documentProblem } = stored.invoice;
  const hasNoResult =
    state === 'MAKING' && !progress.document && progress.job && isJobOver(progress.job, app.clock());
  if (state !== 'FAILED' && !hasNoResult) return 'waiting';
  const restarted =
    documentProblem === NO_ACCOUNT ? continueIssuing(progress) : retryIssuing(progress, state === 'FAILED');
  await restartDocument(app, listed, restarted, state);
  return 'queued';
}
