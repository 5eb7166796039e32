import type { Json } from './http.ts';

/** A company at the provider, with all that a client needs to work for it. */
export interface AcctCompany {
  /** The same as `companyId`. */
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  /** A product for invoice lines, and one for those of goods, of which the company keeps a stock. */
  readonly productId: string;
  readonly goodsProductId: string;
  /** A bank account in each currency. */
  readonly moneyAccounts: Readonly<Record<'TRY' | 'USD' | 'EUR', string>>;
  /** How invoices are summed: exactly and rounded at the end, or with every line's net and VAT rounded. */
  readonly rounding: 'whole' | 'line';
}

/** A JSON:API reference to a record. */
export interface Ref {
  readonly id: string;
  readonly type: string;
}

/** A record of the API. `aside` is what the sandbox keeps with it and never shows. */
export interface Row {
  readonly id: string;
  readonly type: RowType;
  readonly companyId: string;
  readonly attributes: Json;
  readonly relationships: Readonly<Record<string, Ref | readonly Ref[] | null>>;
  readonly aside: Json;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A login. Renewal expires both tokens: the strictest reading of "rotates". */
export interface Login {
  /** The access token. */
  readonly id: string;
  readonly refreshToken: string;
  readonly companyId: string;
  readonly expiresAt: number;
  /** When it was made. */
  readonly createdAt: number;
}

/** A single-use code for a login. */
export interface Code {
  readonly id: string;
  readonly companyId: string;
  readonly redirectUri: string;
}

/** The first id of each type of record: ids are ten digits, as the live ones are today. */
export const FIRST_IDS = {
  contacts: 1_000_000_001,
  products: 2_000_000_001,
  accounts: 3_000_000_001,
  sales_invoices: 4_000_000_001,
  trackable_jobs: 5_000_000_001,
  e_archives: 6_000_000_001,
  e_invoices: 6_500_000_001,
  sales_invoice_details: 7_000_000_001,
  payments: 8_000_000_001,
  transactions: 9_000_000_001,
  e_invoice_inboxes: 1_100_000_001,
} as const;

/** The JSON:API type of a record. */
export type RowType = keyof typeof FIRST_IDS;
