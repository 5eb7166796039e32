/**
 * The port of an invoicing provider, in our terms: every call is sent once, and its words stay in the adapter's folder.
 */

import type { Address } from '../billing/buyer.ts';
import type { AcctDocument } from '../billing/document-progress.ts';
import type { DocumentCurrency } from '../billing/invoice.ts';

/** Who brings goods to buyers: a company by its ten digits, a person by eleven. */
export interface AcctCarrier {
  readonly title: string;
  readonly taxNumber: string;
}

/** What documents say where the purchase does not: a tenant's own choices. */
export interface AcctDefaults {
  /** The buyer's address on documents of purchases without one. */
  readonly defaultAddress?: Omit<Address, 'contactName'> | undefined;
  /** Without one no document of goods can be made. */
  readonly carrier?: AcctCarrier | undefined;
  /** Whole percent, 0 to 49, of plans that have no rate of their own; default 20. */
  readonly vatRate?: number | undefined;
  /** Why no VAT is charged; required by the tax office on documents without. */
  readonly vatExemption?: { readonly code: string; readonly reason?: string | undefined } | undefined;
}

/** A tenant's account at the provider, with a user name and password, a refresh token, or both. */
export interface AcctAccount extends AcctDefaults {
  readonly baseUrl: string;
  readonly companyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The first refresh token, from the tenant's consent; later ones are in the token store. */
  readonly refreshToken?: string | undefined;
  /** The provider's product for every invoice line; its name is what the PDF prints. */
  readonly productId: string;
  /** The product for the lines of physical plans; `productId` if there is none. */
  readonly goodsProductId?: string | undefined;
  /** How the provider rounds an invoice; see `lines.ts`. Default `whole`. */
  readonly rounding?: 'whole' | 'line' | undefined;
  /** The cash or bank accounts for payments, by their currency; without one, payments in it are not recorded. */
  readonly moneyAccounts?: { readonly [currency in DocumentCurrency]?: string | undefined } | undefined;
  /** The shop's address, required on the document of an internet sale. */
  readonly siteUrl: string;
  /** A person has confirmed that the company is a trial one: what is issued there was never sold. */
  readonly trialCompany?: boolean | undefined;
  /** Who collected the money, as shown on the document, where it is not the payment provider. */
  readonly paymentPlatform?: string | undefined;
}

/** Why a call had no usable answer; `timeout`, `connectionLost` and `invalidResponse` may have had an effect. */
export type AcctFailure =
  | { readonly is: 'refused'; readonly message: string }
  | { readonly is: 'notFound'; readonly message: string }
  | { readonly is: 'credentials'; readonly message: string }
  /** Not sent: the provider, or our own count of its limit, asks for fewer calls. */
  | { readonly is: 'rateLimited'; readonly retryAfterMs: number }
  /** Not sent: too little time is left for an answer. */
  | { readonly is: 'outOfTime' }
  /** Not sent: no connection, or no access token. */
  | { readonly is: 'unreachable' }
  /** No answer within the deadline, after the request was sent. */
  | { readonly is: 'timeout' }
  /** The connection broke after the request was sent. */
  | { readonly is: 'connectionLost' }
  /** An answer outside the provider's contract, including HTTP 5xx. */
  | { readonly is: 'invalidResponse'; readonly httpStatus: number };

/** An answer of the invoicing provider without a value, and why. */
export type AcctRefusal = { readonly ok: false } & AcctFailure;

/** Whether the call may have had an effect although no usable answer came. */
export function isOutcomeUnknown<Failure extends AcctFailure>(
  failure: Failure,
): failure is Extract<Failure, { readonly is: 'timeout' | 'connectionLost' | 'invalidResponse' }> {
  return failure.is === 'timeout' || failure.is === 'connectionLost' || failure.is === 'invalidResponse';
}

/** The answer of an invoicing provider call; failures are values, never thrown. */
export type AcctAnswer<T> = { readonly ok: true; readonly value: T } | AcctRefusal;

/** The recipient of a document; without a tax number, an anonymous consumer. */
export interface AcctBuyer {
  readonly name: string;
  readonly email: string;
  /** Ten digits for a company, eleven for a person. */
  readonly taxNumber?: string | undefined;
  readonly taxOffice?: string | undefined;
  /** Where they said that they get e-invoices, of several inboxes. */
  readonly inbox?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: string | undefined;
  readonly district?: string | undefined;
  readonly city?: string | undefined;
  readonly postalCode?: string | undefined;
  /** Türkiye unless another is named. */
  readonly country?: string | undefined;
}

/** A paid order to invoice. `reference` must be unique per tenant. */
export interface AcctOrder {
  readonly reference: string;
  /** What was sold, in one line for the buyer. */
  readonly description: string;
  /** The charge, VAT included: a decimal string in whole cents. */
  readonly amount: string;
  /** ISO 4217: TRY, USD, EUR or GBP. */
  readonly currency: string;
  /** Whole percent. */
  readonly vatRate: number;
  /** Liras per unit of a foreign currency, a decimal string. */
  readonly exchangeRate?: string | undefined;
  readonly paidAt: number;
  /** The payment provider that collected the money. */
  readonly collectedBy: string;
  readonly buyer: AcctBuyer;
  /** Goods are sent; `carrier` brings them. */
  readonly isGoods?: boolean | undefined;
  readonly carrier?: AcctCarrier | undefined;
}

/** A contact at the invoicing provider. */
export interface AcctContact {
  readonly id: string;
  /** Whether it has the buyer's address, tax office and phone as they are now. */
  readonly isCurrent: boolean;
}

/** An invoice at the invoicing provider. */
export interface AcctInvoice {
  readonly id: string;
  /** Decimal string, VAT included, as the provider computes it. */
  readonly total: string;
  readonly currency: string;
  /** Whether it has an official document, so that it cannot be changed any more. */
  readonly isOfficial: boolean;
}

/** How an invoice with an official document stands. Times are epoch ms. */
export interface AcctStanding {
  readonly isCancelled: boolean;
  /** Undefined for an e-invoice, and where the provider does not tell. */
  readonly cancellableUntil: number | undefined;
  readonly madeAt: number | undefined;
}

/** A requested document: usually a job to poll, or the document itself. */
export type AcctRequested =
  | { readonly is: 'job'; readonly jobId: string }
  | { readonly is: 'document'; readonly document: AcctDocument };

/** An asynchronous job of the provider; `errors` are the provider's own words. */
export type AcctJob =
  | { readonly is: 'working' }
  | { readonly is: 'done' }
  | { readonly is: 'failed'; readonly errors: readonly string[] };

/** The time and rate budget of one run of a tenant's work. */
export interface AcctRun {
  /** Time left for the next call and its answer, ms. */
  timeLeftMs(): number;
  /** Called before each call: 0 lets it go out, else the ms to wait. */
  admit(): Promise<number>;
  /** Called when an admitted call has ended in any way: by then the provider has counted it. Never throws. */
  ended(): Promise<void>;
  /** The provider asks for no calls for this long. */
  limited(forMs: number): Promise<void>;
}

/** The provider, for one tenant's account. */
export interface Acct {
  /** Has a valid access token, renewed if need be: a refresh token that nobody uses may die. */
  signIn(): Promise<AcctAnswer<undefined>>;

  /** What in the tenant's settings is not at the provider, or is of another currency, in one sentence each. */
  findWrongSettings(): Promise<AcctAnswer<readonly string[]>>;

  /** Whether payments in this currency are recorded on invoices. */
  keepsPaymentsIn(currency: string): boolean;

  /**
   * The inbox to which the holder of this tax number must get e-invoices; undefined for everybody else. Of several it is
   * the chosen one, or the only one for invoices; else `refused` names them. One call, or two.
   */
  findInbox(taxNumber: string, chosen?: string): Promise<AcctAnswer<string | undefined>>;

  /** The oldest contact with the buyer's name, tax number and e-mail. */
  findContact(buyer: AcctBuyer): Promise<AcctAnswer<AcctContact | undefined>>;
  makeContact(buyer: AcctBuyer): Promise<AcctAnswer<string>>;
  /** Gives a contact the buyer's present details. */
  changeContact(contactId: string, buyer: AcctBuyer): Promise<AcctAnswer<undefined>>;

  /** The invoice of an order, among those of a contact and issue date (`YYYY-MM-DD`). */
  findInvoice(ask: {
    contactId: string;
    issueDate: string;
    reference: string;
  }): Promise<AcctAnswer<AcctInvoice | undefined>>;
  /** Creates an invoice that is not official yet. Not idempotent: calling twice creates two. */
  makeInvoice(ask: {
    contactId: string;
    issueDate: string;
    order: AcctOrder;
  }): Promise<AcctAnswer<AcctInvoice>>;

  /** Gives an invoice that is not official yet the buyer and details that its order has now; its lines stay. */
  changeInvoice(ask: {
    invoiceId: string;
    contactId: string;
    order: AcctOrder;
  }): Promise<AcctAnswer<undefined>>;

  /** Cancels an invoice. Never once it is official, or may become so: what that does to the document nobody has said. */
  cancelInvoice(invoiceId: string): Promise<AcctAnswer<undefined>>;

  /** Whether an invoice was cancelled, with its document by a person there too, and until when that can be done. */
  readStanding(invoiceId: string): Promise<AcctAnswer<AcctStanding>>;

  /** The official document of an invoice, if it has one. */
  readDocument(invoiceId: string): Promise<AcctAnswer<AcctDocument | undefined>>;
  /** Requests the official document: an e-invoice to this inbox, else an e-archive. Goods leave on `issueDate`. */
  requestDocument(ask: {
    invoiceId: string;
    order: AcctOrder;
    issueDate: string;
    inbox: string | undefined;
  }): Promise<AcctAnswer<AcctRequested>>;
  /** The state of a job; `notFound` 15 minutes after it began. */
  readJob(jobId: string): Promise<AcctAnswer<AcctJob>>;

  /** The document's PDF; undefined while it is not rendered yet. */
  fetchPdf(document: Pick<AcctDocument, 'id' | 'isEInvoice'>): Promise<AcctAnswer<Uint8Array | undefined>>;

  isPaid(invoiceId: string): Promise<AcctAnswer<boolean>>;
  recordPayment(ask: { invoiceId: string; order: AcctOrder }): Promise<AcctAnswer<undefined>>;
}
