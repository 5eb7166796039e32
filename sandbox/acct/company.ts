import { randomBytes } from 'node:crypto';
import type { AcctCompany } from './records.ts';
import type { Store } from './store.ts';

/** What a test may choose of a company; everything else is made up. */
export interface CompanyOptions {
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

/** An inbox of a registered taxpayer: of which type, at which address. */
export interface Inbox {
  readonly inbox_type: string;
  readonly e_invoice_address: string;
}

/** Registers the holder of a tax number for e-invoices, with one inbox unless others are given. */
export function addInboxes(
  store: Store,
  now: number,
  companyId: string,
  vkn: string,
  inboxes: readonly Inbox[] = [{ inbox_type: 'PK', e_invoice_address: `urn:mail:defaultpk@${vkn}.example` }],
): void {
  for (const inbox of inboxes)
    store.insert(now, { type: 'e_invoice_inboxes', companyId, attributes: { vkn, name: vkn, ...inbox } });
}

/** Adds a company, or returns the existing one with this number. */
export function addCompany(store: Store, now: number, options: CompanyOptions = {}): AcctCompany {
  const known = options.companyId === undefined ? undefined : store.companies.get(options.companyId);
  if (known) return known;
  const companyId = options.companyId ?? store.companies.nextId();
  const name = options.name ?? `Şirket ${companyId}`;
  const product = store.insert(now, {
    type: 'products',
    companyId,
    attributes: {
      name: 'Abonelik',
      code: 'ABONELIK',
      vat_rate: options.vatRate ?? 20,
      unit: 'Adet',
      currency: 'TRL',
    },
  });
  const goods = store.insert(now, {
    type: 'products',
    companyId,
    attributes: { ...product.attributes, name: 'Abonelik kutusu', code: 'KUTU', inventory_tracking: true },
  });
  const account = (currency: string) =>
    store.insert(now, {
      type: 'accounts',
      companyId,
      attributes: {
        name: `Sanal POS ${currency}`,
        currency,
        account_type: 'bank',
        bank_name: null,
        iban: null,
      },
    }).id;
  for (const vkn of options.taxpayers ?? []) addInboxes(store, now, companyId, vkn);
  return store.companies.put({
    id: companyId,
    companyId,
    name,
    clientId: options.clientId ?? `client-${companyId}`,
    clientSecret: options.clientSecret ?? randomBytes(16).toString('hex'),
    username: options.username ?? `owner-${companyId}@example.com`,
    password: options.password ?? randomBytes(8).toString('hex'),
    productId: product.id,
    goodsProductId: goods.id,
    moneyAccounts: { TRY: account('TRL'), USD: account('USD'), EUR: account('EUR') },
    rounding: options.rounding ?? 'whole',
  });
}
