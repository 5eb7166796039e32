import { number, oneOf, optional, orElse, orNull, record, text, type TypeOf } from '../record.ts';
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

/** One per order of the payment provider. Times are epoch ms, the amount a two-decimal string. */
export const INVOICE = record('invoice', {
  id: text,
  number: text,
  order: text,
  /** The provider's reference of the plan it was charged for. */
  planReference: text,
  status: oneOf(INVOICE_STATUSES),
  amount: text,
  currency: text,
  /** When it was paid; before that, when its order fell due. */
  date: number,
  periodStart: number,
  periodEnd: number,
  /** Number of failed payment attempts already announced by an event. */
  failures: orElse(number, 0),
  /** The state of its official document at the invoicing provider. */
  document: oneOf(['NONE', 'MAKING', 'ISSUED', 'FAILED', 'CANCELLED']),
  documentId: orNull(text),
  documentProblem: orNull(text),
  /** The number of what a person made out instead of a cancelled document. */
  replacedBy: optional(text),
  /** When its PDF was stored in our bucket; null if it is not there. */
  documentKeptAt: orNull(number),
  /** What was given back of it, a two-decimal string; undefined where nothing was. */
  refundedAmount: optional(text),
  /** The refund that is under way. */
  refunding: optional(text),
});
/** An invoice. */
export type Invoice = TypeOf<typeof INVOICE>;

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
