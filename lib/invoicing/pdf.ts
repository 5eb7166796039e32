import type { CoreApp, ReadsDocuments, SendsTo, WithTenant, OfTenant } from '../runtime/app.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { pdfOnRecord, type Invoice, type InvoiceWithPdf } from '../billing/invoice.ts';
import { DOCUMENT_REQUEST_INTERVAL_MS, DOCUMENT_LINK_MS } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import type { IssueMessage } from '../queue/messages.ts';

/**
 * Invoices, each with its PDF's state, and a link for an hour if we have it; others are requested in the background.
 */
export async function withPdfs(
  app: CoreApp & ReadsDocuments & SendsTo<'invoicing'> & WithTenant,
  subscriberId: string,
  invoices: readonly Invoice[],
): Promise<InvoiceWithPdf[]> {
  const now = app.clock();
  const unfetched: Invoice[] = [];
  const listed = invoices.map((invoice): InvoiceWithPdf => {
    const pdf = pdfOnRecord(invoice, app.tenant.acct !== null);
    if (pdf.is === 'unfetched') unfetched.push(invoice);
    if (pdf.is === 'unfetched')
      return { invoice, pdf: { is: 'processing', message: 'The PDF is being fetched.' } };
    if (pdf.is !== 'stored') return { invoice, pdf };
    const url = app.documents.link(app.tenantId, invoice.id, DOCUMENT_LINK_MS / 1000);
    const link = { url, signedAt: now, expiresAt: now + DOCUMENT_LINK_MS };
    return { invoice, pdf: { is: 'ready', documentId: pdf.documentId, link } };
  });
  await requestFetch(app, subscriberId, unfetched);
  return listed;
}

/** When this instance last requested each PDF. Forgetting one costs only another message. */
const requestedAtOf = cachePerInstance<number>();

/** A failure here does not fail the reading request: the PDF is requested again with the next one. */
async function requestFetch(
  app: CoreApp & SendsTo<'invoicing'> & OfTenant,
  subscriberId: string,
  invoices: readonly Invoice[],
): Promise<void> {
  const askedAt = requestedAtOf(app);
  const now = app.clock();
  const wanted = invoices.filter(({ id }) => (askedAt.get(id) ?? 0) <= now - DOCUMENT_REQUEST_INTERVAL_MS);
  if (wanted.length === 0) return;
  const messages = wanted.map(({ id }) => ({
    body: { tenantId: app.tenantId, subscriberId, invoiceId: id } satisfies IssueMessage,
    group: app.tenantId,
  }));
  try {
    await app.queues.invoicing.send(messages);
  } catch (error) {
    return app.log.warn('PDFs not requested', { tenant: app.tenantId, subscriberId, ...errorFields(error) });
  }
  for (const { id } of wanted) askedAt.set(id, now);
}
