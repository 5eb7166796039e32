/**
 * What we ask of an invoicing provider, in our words. One adapter per provider sits beside this file;
 * nothing of a provider's vocabulary leaves the folder. Every call is made once: an unknown outcome is
 * answered as such, and invoicing looks it up before it asks again.
 */

import type { AcctDocument } from '../billing/document-progress.ts';

/** A tenant's account at the provider. Give a user name with its password, a refresh token, or both. */
export interface AcctAccount {
  readonly baseUrl: string;
  readonly companyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The first refresh token, from the tenant's consent; later ones live in the token store. */
  readonly refreshToken?: string | undefined;
  /** The catalogue entry every invoice line is booked on. */
  readonly productId: string;
  /** Whole percent, 0 to 49; 20 where absent. */
  readonly vatRate?: number | undefined;
  /** Why no VAT is charged; needed by the tax office where `vatRate` is 0. */
  readonly vatExemption?: { readonly code: string; readonly reason?: string | undefined } | undefined;
  /** How the provider rounds an invoice; see `lines.ts`. `whole` where absent. */
  readonly rounding?: 'whole' | 'line' | undefined;
  /** The lira cash or bank account payments are booked on; without it none are recorded. */
  readonly accountId?: string | undefined;
  /** The shop's address, as the document of an internet sale must name it. */
  readonly siteUrl: string;
  /** Who collected the money, as the document must name it; `iyzico` where absent. */
  readonly paymentPlatform?: string | undefined;
}

/**
 * Why a call brought no usable answer. Only `timeout`, `connectionLost` and `invalidResponse` leave open whether the work
 * was done.
 */
export type AcctFailure =
  | { readonly is: 'refused'; readonly message: string }
  | { readonly is: 'notFound'; readonly message: string }
  | { readonly is: 'credentials'; readonly message: string }
  /** Not asked: the provider wants fewer calls, or would by our own count. */
  | { readonly is: 'rateLimited'; readonly retryAfterMs: number }
  /** Not asked: the caller has too little time left for an answer. */
  | { readonly is: 'outOfTime' }
  /** What was asked never went out: no connection, or no access token to send with it. */
  | { readonly is: 'unreachable' }
  /** No answer within the deadline, after the request had gone out. */
  | { readonly is: 'timeout' }
  /** The connection broke after the request had gone out. */
  | { readonly is: 'connectionLost' }
  /** An answer that is not of the provider's own contract, among them HTTP 5xx. */
  | { readonly is: 'invalidResponse'; readonly httpStatus: number };

/** An answer of the invoicing provider's port that has no value, and why. */
export type AcctRefusal = { readonly ok: false } & AcctFailure;
/** What a call of the invoicing provider's port answers; failures are values, never thrown. */
export type AcctAnswer<T> = { readonly ok: true; readonly value: T } | AcctRefusal;

/** Whom the document is made out to. Without a tax number it is an anonymous consumer. */
export interface AcctBuyer {
  readonly name: string;
  readonly email: string;
  /** Ten digits of a company or eleven of a person. */
  readonly taxNumber?: string | undefined;
  readonly taxOffice?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: string | undefined;
  readonly district?: string | undefined;
  readonly city?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country?: string | undefined;
}

/** A paid order to be invoiced. `reference` must never name two orders of one tenant. */
export interface AcctOrder {
  readonly reference: string;
  /** What was sold, in one line, as the buyer shall read it. */
  readonly description: string;
  /** Decimal string of what was charged, VAT included, to the cent. */
  readonly amount: string;
  /** ISO 4217: TRY, USD, EUR or GBP. */
  readonly currency: string;
  /** Liras for one unit of a foreign currency, a decimal string. */
  readonly exchangeRate?: string | undefined;
  readonly paidAt: number;
  readonly buyer: AcctBuyer;
}

/** An invoice on record at the invoicing provider. */
export interface AcctInvoice {
  readonly id: string;
  /** Decimal string, VAT included, as the provider adds it up. */
  readonly total: string;
  readonly currency: string;
}

/** The making of a document: usually a job to be followed, or the document at once. */
export type AcctRequested =
  | { readonly is: 'job'; readonly jobId: string }
  | { readonly is: 'document'; readonly document: AcctDocument };

/** A job that the provider works on by itself; `errors` are in the provider's own words. */
export type AcctJob =
  | { readonly is: 'working' }
  | { readonly is: 'done' }
  | { readonly is: 'failed'; readonly errors: readonly string[] };

/** How many calls the provider takes of one tenant, and within how long. */
export const ACCT_LIMIT = { calls: 10, windowMs: 10_000 } as const;

/** What the calls of one run of a tenant's work may take. */
export interface AcctRun {
  /** What is left for the next call and its answer, in ms. */
  timeLeftMs(): number;
  /** Asked before each call: 0 lets it go out, else so many ms have to pass first. */
  admit(): Promise<number>;
  /** Called when an admitted call has ended, however: by then the provider has counted it. Never throws. */
  ended(): Promise<void>;
  /** The provider wants no calls for so long. */
  limited(forMs: number): Promise<void>;
}

/** The provider, for one tenant's account. */
export interface Acct {
  /** Whether payments in this currency are to be recorded on the invoices. */
  keepsPaymentsIn(currency: string): boolean;

  /** Whether the holder of this tax number must be sent an e-invoice, so that no e-archive document may be made. */
  takesEInvoices(taxNumber: string): Promise<AcctAnswer<boolean>>;

  /** The oldest contact with the buyer's tax number and e-mail. */
  findContact(buyer: AcctBuyer): Promise<AcctAnswer<string | undefined>>;
  makeContact(buyer: AcctBuyer): Promise<AcctAnswer<string>>;

  /** The invoice of an order, among those of one contact and issue date (`YYYY-MM-DD`). */
  findInvoice(ask: {
    contactId: string;
    issueDate: string;
    reference: string;
  }): Promise<AcctAnswer<AcctInvoice | undefined>>;
  /** Makes an invoice that is not official yet. The provider has no idempotency: asking twice makes two. */
  makeInvoice(ask: {
    contactId: string;
    issueDate: string;
    order: AcctOrder;
  }): Promise<AcctAnswer<AcctInvoice>>;

  /** The official document of an invoice, if it has one. */
  readDocument(invoiceId: string): Promise<AcctAnswer<AcctDocument | undefined>>;
  /** Has the e-archive document made. */
  requestDocument(ask: { invoiceId: string; order: AcctOrder }): Promise<AcctAnswer<AcctRequested>>;
  /** How a job is getting on. The provider forgets a job after 15 minutes: `notFound`. */
  readJob(jobId: string): Promise<AcctAnswer<AcctJob>>;

  /** The document's PDF; undefined while it is not rendered yet. */
  fetchPdf(documentId: string): Promise<AcctAnswer<Uint8Array | undefined>>;

  isPaid(invoiceId: string): Promise<AcctAnswer<boolean>>;
  recordPayment(ask: { invoiceId: string; order: AcctOrder }): Promise<AcctAnswer<undefined>>;
}
