import type { CoreApp, ReadsDocuments, SendsTo, WithTenant, OfTenant } from '../runtime/app.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { pdfOnRecord, type Invoice, type InvoiceWithPdf, type Pdf } from '../billing/invoice.ts';
import { DOCUMENT_REQUEST_INTERVAL_MS, DOCUMENT_LINK_MS } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import type { IssueMessage } from '../queue/messages.ts';
import type { OwnedInvoice } from '../table/subscribers/invoices.ts';

/** Where documents are read, and asked for. */
type DocumentsApp = CoreApp & ReadsDocuments & SendsTo<'invoicing'> & WithTenant;

/** A subscriber's invoices, as `withPdfs` gives them. */
export const pdfsOf = (
  app: DocumentsApp,
  subscriberId: string,
  invoices: readonly Invoice[],
): Promise<InvoiceWithPdf[]> =>
  withPdfs(
    app,
    invoices.map((invoice) => ({ invoice, subscriberId })),
  );

/**
 * Invoices, each with its PDF's state, and a link for an hour if we have it; others are requested in the background.
 */
export async function withPdfs<One extends OwnedInvoice>(
  app: DocumentsApp,
  owned: readonly One[],
): Promise<(One & InvoiceWithPdf)[]> {
  const now = app.clock();
  const unfetched: OwnedInvoice[] = [];
  const pdfOf = (one: One): Pdf => {
    const pdf = pdfOnRecord(one.invoice, app.tenant.acct !== null);
    if (pdf.is === 'unfetched') unfetched.push(one);
    if (pdf.is === 'unfetched') return { is: 'processing', message: 'The PDF is being fetched.' };
    if (pdf.is !== 'stored') return pdf;
    const url = app.documents.link(app.tenantId, one.invoice.id, DOCUMENT_LINK_MS / 1000);
    const link = { url, signedAt: now, expiresAt: now + DOCUMENT_LINK_MS };
    return { is: 'ready', documentId: pdf.documentId, link };
  };
  const listed = owned.map((one) => ({ ...one, pdf: pdfOf(one) }));
  await requestFetch(app, unfetched);
  return listed;
}

/** When this instance last requested each PDF. Forgetting one costs only another message. */
const requestedAtOf = cachePerInstance<number>();

/** A failure here does not fail the reading request: the PDF is requested again with the next one. */
async function requestFetch(
  app: CoreApp & SendsTo<'invoicing'> & OfTenant,
  unfetched: readonly OwnedInvoice[],
): Promise<void> {
  const askedAt = requestedAtOf(app);
  const now = app.clock();
  const wanted = unfetched.filter(
    ({ invoice: { id } }) => (askedAt.get(id) ?? 0) <= now - DOCUMENT_REQUEST_INTERVAL_MS,
  );
  if (wanted.length === 0) return;
  const messages = wanted.map(({ subscriberId, invoice: { id } }) => ({
    body: { tenantId: app.tenantId, subscriberId, invoiceId: id } satisfies IssueMessage,
    group: app.tenantId,
  }));
  try {
    await app.queues.invoicing.send(messages);
  } catch (error) {
    return app.log.warn('PDFs not requested', { tenant: app.tenantId, ...errorFields(error) });
  }
  for (const { invoice } of wanted) askedAt.set(invoice.id, now);
}
