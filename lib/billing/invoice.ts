import { PDF_LINK_MIN_MS } from '../limits.ts';

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
  /** Payment attempts that failed and that the tenant has been told of. */
  readonly failures: number;
  readonly document: DocumentState;
  readonly documentId: string | null;
  readonly documentProblem: string | null;
  /** The last signed link and until when it may be used. */
  readonly pdfUrl: string | null;
  readonly pdfExpiresAt: number | null;
  readonly pdfSignedAt: number | null;
}

/** What people read: `INV-<year>-<seven digits>`; the number counts per tenant. */
export function invoiceNumber(count: number, date: number): string {
  return `INV-${new Date(date).getUTCFullYear()}-${String(count).padStart(7, '0')}`;
}

/** A signed link to the PDF of a document, good for anyone until it expires. */
export interface PdfLink {
  readonly url: string;
  readonly expiresAt: number;
  readonly signedAt: number;
}

/** The last link, if it stays valid long enough to be handed out. */
export function linkOf(invoice: Invoice, now: number): PdfLink | undefined {
  const { pdfUrl: url, pdfExpiresAt: expiresAt, pdfSignedAt: signedAt } = invoice;
  if (url === null || expiresAt === null || signedAt === null) return undefined;
  return expiresAt - now < PDF_LINK_MIN_MS ? undefined : { url, expiresAt, signedAt };
}

/** What a reader is told of an invoice's PDF. */
export type Pdf =
  | { readonly is: 'ready'; readonly documentId: string; readonly link: PdfLink }
  | { readonly is: 'processing' | 'unavailable' | 'error'; readonly message: string };

/** What our own records say of it; `unsigned` where the document exists and wants a fresh link. */
export function pdfOnRecord(
  invoice: Invoice,
  hasProvider: boolean,
  now: number,
): Pdf | { readonly is: 'unsigned'; readonly documentId: string } {
  if (!hasProvider)
    return { is: 'unavailable', message: 'No invoicing provider is set up for this account.' };
  const { document, documentId, documentProblem } = invoice;
  if (document === 'ISSUED' && documentId !== null) {
    const link = linkOf(invoice, now);
    return link ? { is: 'ready', documentId, link } : { is: 'unsigned', documentId };
  }
  if (document === 'FAILED')
    return { is: 'error', message: documentProblem ?? 'The document could not be made.' };
  if (document === 'MAKING') return { is: 'processing', message: 'The document is being made.' };
  const paid = invoice.status === 'PAID';
  return {
    is: 'unavailable',
    message: paid ? 'It was paid before an invoicing provider was set up.' : 'The invoice is not paid.',
  };
}
