/** Links to the stored PDFs of invoices. */
export interface DocumentLinks {
  /** A link with which anybody can read the PDF for so many seconds from now. Made here, without asking anybody. */
  link(tenant: string, invoiceId: string, expiresInSeconds: number): string;
}

/** Stores the PDFs of invoices, each under its tenant and invoice. */
export interface DocumentStore {
  /** Keeps the PDF, durably once it answers; again with the same name, it replaces it. Throws where it was not taken. */
  put(tenant: string, invoiceId: string, pdf: Uint8Array): Promise<void>;
}

/** The documents' bucket: storing a PDF and signing links to it. */
export type Documents = DocumentLinks & DocumentStore;
