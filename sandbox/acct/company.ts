import { randomBytes } from 'node:crypto';
import type { Books } from './books.ts';

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
  /** A product for invoice lines. */
  readonly productId: string;
  /** A lira bank account. */
  readonly accountId: string;
  /** How invoices are added up: exact and rounded at the end, or every line's net and VAT rounded. */
  readonly rounding: 'whole' | 'line';
}

export interface CompanyWish {
  readonly companyId?: string;
  readonly name?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly username?: string;
  readonly password?: string;
  readonly vatRate?: number;
  readonly rounding?: 'whole' | 'line';
  /** Tax numbers whose holders must be sent e-invoices. */
  readonly taxpayers?: readonly string[];
}

/** Adds a company, or answers the one that already has this number. */
export function addCompany(books: Books, now: number, wish: CompanyWish = {}): AcctCompany {
  const known = wish.companyId === undefined ? undefined : books.companies.get(wish.companyId);
  if (known) return known;
  const companyId = wish.companyId ?? books.companies.nextId();
  const name = wish.name ?? `Şirket ${companyId}`;
  const product = books.insert(now, {
    type: 'products',
    companyId,
    attributes: {
      name: 'Abonelik',
      code: 'ABONELIK',
      vat_rate: wish.vatRate ?? 20,
      unit: 'Adet',
      currency: 'TRL',
    },
  });
  const account = books.insert(now, {
    type: 'accounts',
    companyId,
    attributes: { name: 'Sanal POS', currency: 'TRL', account_type: 'bank', bank_name: null, iban: null },
  });
  for (const vkn of wish.taxpayers ?? [])
    books.insert(now, {
      type: 'e_invoice_inboxes',
      companyId,
      attributes: { vkn, e_invoice_address: `urn:mail:defaultpk@${vkn}.example`, name, inbox_type: 'PK' },
    });
  return books.companies.put({
    id: companyId,
    companyId,
    name,
    clientId: wish.clientId ?? `client-${companyId}`,
    clientSecret: wish.clientSecret ?? randomBytes(16).toString('hex'),
    username: wish.username ?? `owner-${companyId}@example.com`,
    password: wish.password ?? randomBytes(8).toString('hex'),
    productId: product.id,
    accountId: account.id,
    rounding: wish.rounding ?? 'whole',
  });
}
