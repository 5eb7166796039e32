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

/** Stores tenants' logos, each under a name that is never used again. */
export interface LogoStore {
  /** Stores an image durably. Throws if the bucket refuses it. */
  putLogo(name: string, image: Uint8Array, type: string): Promise<void>;
}

/** Reads tenants' logos. */
export interface LogoReader {
  /** The image; undefined if there is none of this name. Throws if the bucket does not answer. */
  readLogo(name: string): Promise<Uint8Array | undefined>;
}

/** Notes of what a restored table has lost and must not have again, such as an erasure: paths without personal data. */
export interface RestoreNotes {
  /** Notes something durably; noting it again changes nothing. Throws if the bucket refuses it. */
  note(path: readonly string[]): Promise<void>;
}

/** Reads these notes. */
export interface RestoreNotesReader {
  /** Every note that is kept. Throws if the bucket does not answer. */
  notes(): Promise<readonly (readonly string[])[]>;
}

/** The documents' bucket: stores PDFs and signs links to them, keeps tenants' logos, and notes for a restore. */
export type Documents = DocumentLinks &
  DocumentStore &
  LogoStore &
  LogoReader &
  RestoreNotes &
  RestoreNotesReader;
