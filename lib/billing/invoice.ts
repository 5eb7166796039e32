/**
 * PENDING may still be paid; REFUNDED was paid before; PAID, FAILED and VOID are what the provider made of the
 * order.
 */
export type InvoiceStatus = 'PENDING' | 'PAID' | 'FAILED' | 'VOID' | 'REFUNDED';

/** How far the official document of an invoice has come at the invoicing provider. */
export type DocumentState = 'NONE' | 'MAKING' | 'ISSUED' | 'FAILED';

/** One per order of the payment provider. Times are epoch ms, the amount a two-decimal string. */
export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly order: string;
  readonly status: InvoiceStatus;
  readonly amount: string;
  readonly currency: string;
  /** When it was paid, or else when its order fell due. */
  readonly date: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  /** Failed payment attempts that an event has announced. */
  readonly failures: number;
  readonly document: DocumentState;
  readonly documentId: string | null;
  readonly documentProblem: string | null;
  /** When its PDF came into our own bucket; null while it is not there. */
  readonly documentKeptAt: number | null;
}

/** What people read: `INV-<year>-<seven digits>`; the number counts per tenant. */
export function invoiceNumber(count: number, date: number): string {
  return `INV-${new Date(date).getUTCFullYear()}-${String(count).padStart(7, '0')}`;
}

/** A signed link to the PDF of a document, good for anyone until it expires. Times are epoch ms. */
export interface PdfLink {
  readonly url: string;
  readonly expiresAt: number;
  readonly signedAt: number;
}

/** How an invoice's PDF stands, for readers. */
export type Pdf =
  | { readonly is: 'ready'; readonly documentId: string; readonly link: PdfLink }
  | { readonly is: 'processing' | 'unavailable' | 'error'; readonly message: string };

/** An invoice and how its PDF stands, as readers get it. */
export interface InvoiceWithPdf {
  readonly invoice: Invoice;
  readonly pdf: Pdf;
}

/** How an invoice's PDF stands by our records: `stored` in our bucket, `unfetched` where only the provider has it. */
export type PdfOnRecord =
  | { readonly is: 'stored'; readonly documentId: string }
  | { readonly is: 'unfetched' }
  | Exclude<Pdf, { readonly is: 'ready' }>;

/** How an invoice's PDF stands; `hasProvider` is whether its tenant has an invoicing provider now. */
export function pdfOnRecord(invoice: Invoice, hasProvider: boolean): PdfOnRecord {
  const { document, documentId, documentProblem } = invoice;
  const issued = document === 'ISSUED' && documentId !== null;
  if (issued && invoice.documentKeptAt !== null) return { is: 'stored', documentId };
  if (!hasProvider)
    return { is: 'unavailable', message: 'No invoicing provider is set up for this account.' };
  if (issued) return { is: 'unfetched' };
  if (document === 'FAILED')
    return { is: 'error', message: documentProblem ?? 'The document could not be made.' };
  if (document === 'MAKING') return { is: 'processing', message: 'The document is being made.' };
  const paid = invoice.status === 'PAID';
  return {
    is: 'unavailable',
    message: paid ? 'It was paid before an invoicing provider was set up.' : 'The invoice is not paid.',
  };
}
