import type { CoreApp } from '../app.ts';
import type { Invoice } from '../billing/invoice.ts';
import type { ProviderOrder } from '../billing/provider-snapshot.ts';
import { due, invoiceIdOf, key, range } from './schema.ts';
import type { Item, Key, Put } from './table.ts';

/** What most invoices do not have: left out of the item, so that a page of them costs less to read. */
const NOTHING_YET = {
  documentId: null,
  documentProblem: null,
  pdfUrl: null,
  pdfExpiresAt: null,
  pdfSignedAt: null,
} as const satisfies Partial<Invoice>;

export function invoiceFrom(item: Item): Invoice {
  const { pk: _pk, sk: _sk, dueShard: _shard, dueAt: _due, ...fields } = item;
  return { ...NOTHING_YET, ...fields } as unknown as Invoice;
}

export function invoiceItem(at: Key, invoice: Invoice): Item {
  return { ...at, ...Object.fromEntries(Object.entries(invoice).filter(([, value]) => value !== null)) };
}

/** Which page of a subscriber's invoices: the newest, or those next to one that is known. */
export interface InvoicePage {
  readonly limit: number;
  readonly startingAfter: string | null;
  readonly endingBefore: string | null;
}

/** One page, newest first, and whether more follow in the direction of paging. */
export async function invoicePage(
  app: CoreApp,
  tenant: string,
  subscriberId: string,
  page: InvoicePage,
  consistent = false,
): Promise<{ invoices: Invoice[]; hasMore: boolean }> {
  const towardsNewer = page.endingBefore !== null;
  const cursor = page.startingAfter ?? page.endingBefore;
  const edge = cursor === null ? undefined : key.invoice(tenant, subscriberId, cursor).sk;
  const items = await app.table.query({
    ...range.invoices(tenant, subscriberId),
    ...(edge !== undefined && (towardsNewer ? { after: edge } : { before: edge })),
    backwards: !towardsNewer,
    limit: page.limit + 1,
    consistent,
  });
  const invoices = items.slice(0, page.limit).map(invoiceFrom);
  return { invoices: towardsNewer ? invoices.reverse() : invoices, hasMore: items.length > page.limit };
}

/** The invoices on record for some orders. */
export interface KnownInvoices {
  of(order: ProviderOrder): Invoice | undefined;
  byId(id: string): Invoice | undefined;
}

/** Reads the invoices of orders; an order's invoice id follows from the order, so no look-up is needed. */
export async function knownInvoices(
  app: CoreApp,
  tenant: string,
  subscriberId: string,
  orders: readonly ProviderOrder[],
): Promise<KnownInvoices> {
  const idOf = (order: ProviderOrder) => invoiceIdOf(order.reference, order.start);
  const keys = orders.map((order) => key.invoice(tenant, subscriberId, idOf(order)));
  const items = keys.length === 0 ? [] : await app.table.getMany(keys, { consistent: true });
  const known = new Map(
    items.filter((item) => item !== undefined).map((item) => [item.id as string, invoiceFrom(item)]),
  );
  return { of: (order) => known.get(idOf(order)), byId: (id) => known.get(id) };
}

/** Writes an invoice as changed from the one known; due while its document is to be made. */
export function invoicePut(
  tenant: string,
  subscriberId: string,
  invoice: Invoice,
  known: Invoice | undefined,
  dueAt: number | undefined,
): Put {
  const at = key.invoice(tenant, subscriberId, invoice.id);
  return {
    put: { ...invoiceItem(at, invoice), ...(dueAt === undefined ? {} : due('document', dueAt, at)) },
    if: known
      ? [
          { attribute: 'status', is: known.status },
          { attribute: 'failures', is: known.failures },
        ]
      : [{ absent: true }],
  };
}
