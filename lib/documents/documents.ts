/** Links to the stored PDFs of invoices. */
export interface DocumentLinks {
  /** A link with which anybody can read the PDF for that many seconds. Signed locally, without a call. */
  link(tenant: string, invoiceId: string, expiresInSeconds: number): string;
}

/** Stores the PDFs of invoices, each under its tenant and invoice. */
export interface DocumentStore {
  /** Stores the PDF durably, replacing an earlier one. Throws if the bucket refuses it. */
  put(tenant: string, invoiceId: string, pdf: Uint8Array): Promise<void>;
}

/** The documents' bucket: stores PDFs and signs links to them. */
export type Documents = DocumentLinks & DocumentStore;
