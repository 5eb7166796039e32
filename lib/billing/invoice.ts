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
