import { NO_ACCOUNT } from './document-progress.ts';
import { dayInTurkey } from './turkish-day.ts';

/** The currencies of official documents, each with a money account of its own at the invoicing provider. */
export const DOCUMENT_CURRENCIES = ['TRY', 'USD', 'EUR'] as const;
/** A currency of official documents. */
export type DocumentCurrency = (typeof DOCUMENT_CURRENCIES)[number];

/** Every status of an invoice. */
export const INVOICE_STATUSES = ['PENDING', 'PAID', 'FAILED', 'VOID', 'REFUNDED'] as const;
/** PENDING may still be paid; PAID, FAILED and VOID are the provider's result for the order; REFUNDED was paid before. */
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** The state of an invoice's official document at the invoicing provider. */
export type DocumentState = 'NONE' | 'MAKING' | 'ISSUED' | 'FAILED' | 'CANCELLED';

/** One per order of the payment provider. Times are epoch ms, the amount a two-decimal string. */
export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly order: string;
  /** The provider's reference of the plan it was charged for; null in invoices of older code. */
  readonly planReference: string | null;
  readonly status: InvoiceStatus;
  readonly amount: string;
  readonly currency: string;
  /** When it was paid; before that, when its order fell due. */
  readonly date: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  /** Number of failed payment attempts already announced by an event. */
  readonly failures: number;
  readonly document: DocumentState;
  readonly documentId: string | null;
  readonly documentProblem: string | null;
  /** The number of what a person made out instead of a cancelled document. */
  readonly replacedBy?: string | undefined;
  /** When its PDF was stored in our bucket; null if it is not there. */
  readonly documentKeptAt: number | null;
  /** What was given back of it, a two-decimal string; undefined where nothing was. */
  readonly refundedAmount?: string | undefined;
  /** The refund that is under way. */
  readonly refunding?: string | undefined;
}

/** Whether it was paid, whatever was given back of it since. */
export const wasPaid = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === 'PAID' || status === 'REFUNDED';

/** The human-readable number `INV-<year>-<seven digits>`, by the Turkish calendar; `count` is per tenant. */
export function invoiceNumber(count: number, date: number): string {
  return `INV-${dayInTurkey(date).slice(0, 4)}-${String(count).padStart(7, '0')}`;
}

/** Whether nothing was charged, as on a free plan: no document is made of it. */
export const isFree = ({ amount }: Pick<Invoice, 'amount'>): boolean => Number(amount) === 0;

/** A signed link to a document's PDF; anyone can use it until it expires. Times are epoch ms. */
export interface PdfLink {
  readonly url: string;
  readonly expiresAt: number;
  readonly signedAt: number;
}

/** The availability of an invoice's PDF, as shown to readers. */
export type Pdf =
  | { readonly is: 'ready'; readonly documentId: string; readonly link: PdfLink }
  | { readonly is: 'processing' | 'unavailable' | 'error' | 'cancelled'; readonly message: string };

/** An invoice with the availability of its PDF. */
export interface InvoiceWithPdf {
  readonly invoice: Invoice;
  readonly pdf: Pdf;
}

/** The availability of a PDF by our records: `stored` in our bucket, or `unfetched`: only the provider has it. */
export type PdfOnRecord =
  | { readonly is: 'stored'; readonly documentId: string }
  | { readonly is: 'unfetched' }
  | Exclude<Pdf, { readonly is: 'ready' }>;

const cancelledSaid = ({ replacedBy }: Invoice) =>
  replacedBy === undefined
    ? 'The document was cancelled.'
    : `The document was cancelled; ${replacedBy} was made out instead.`;

/** The availability of an invoice's PDF; `hasProvider`: the tenant has an invoicing provider now. */
export function pdfOnRecord(invoice: Invoice, hasProvider: boolean): PdfOnRecord {
  const { document, documentId, documentProblem } = invoice;
  if (document === 'CANCELLED') return { is: 'cancelled', message: cancelledSaid(invoice) };
  const issued = document === 'ISSUED' && documentId !== null;
  if (issued && invoice.documentKeptAt !== null) return { is: 'stored', documentId };
  if (!hasProvider) return { is: 'unavailable', message: NO_ACCOUNT };
  if (issued) return { is: 'unfetched' };
  if (document === 'FAILED')
    return { is: 'error', message: documentProblem ?? 'The document could not be made.' };
  if (document === 'MAKING') return { is: 'processing', message: 'The document is being made.' };
  if (!wasPaid(invoice)) return { is: 'unavailable', message: 'The invoice is not paid.' };
  const why = isFree(invoice)
    ? 'Nothing was charged.'
    : 'It was paid before an invoicing provider was set up.';
  return { is: 'unavailable', message: why };
}
