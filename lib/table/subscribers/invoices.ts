import type { Page, SearchedPage } from '../../billing/page.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { INVOICE, type Invoice, type InvoiceStatus } from '../../billing/invoice.ts';
import type { ProviderOrder } from '../../billing/provider-snapshot.ts';
import { fieldsOf } from '../fields.ts';
import { readPage, searchPage } from '../page.ts';
import { LIST_INDEXES } from '../list-indexes.ts';
import { list, listAttributes } from '../lists.ts';
import { searchable } from '../../text/searchable.ts';
import { due } from '../work/due.ts';
import { idsBetween, invoiceIdOf } from '../ids.ts';
import { itemOf } from '../item.ts';
import { key } from '../schema.ts';
import { range } from '../ranges.ts';
import type { Clause, Item, Key, Put } from '../table.ts';
import { documentWork } from '../work/works.ts';

/** Parses an invoice. Throws Unreadable. */
export const invoiceFrom = (item: Item): Invoice => INVOICE.read(item);

/** The item of an invoice. */
export const invoiceItem = (at: Key, invoice: Invoice): Item => ({ ...INVOICE.write(invoice), ...at });

/** One page of a subscriber's invoices, newest first. */
export async function invoicePage(
  app: CoreApp & OfTenant,
  subscriberId: string,
  page: Page,
  consistent = false,
): Promise<{ invoices: Invoice[]; hasMore: boolean }> {
  const all = { ...range.invoices(app.tenantId, subscriberId), consistent };
  const sortKey = (id: string) => key.invoice(app.tenantId, subscriberId, { id }).sk;
  const { items, hasMore } = await readPage(app.table, all, page, sortKey);
  return { invoices: items.map(invoiceFrom), hasMore };
}

/** Reads the invoices of some orders, and returns a look-up of them by order: an invoice's id follows from its order. */
export async function knownInvoices(
  app: CoreApp & OfTenant,
  subscriberId: string,
  orders: readonly ProviderOrder[],
): Promise<(order: ProviderOrder) => Invoice | undefined> {
  const idOf = (order: ProviderOrder) => invoiceIdOf(order.reference, order.start);
  const keys = orders.map((order) => key.invoice(app.tenantId, subscriberId, { id: idOf(order) }));
  const items = keys.length === 0 ? [] : await app.table.getMany(keys, { consistent: true });
  const known = new Map(
    items
      .filter((item) => item !== undefined)
      .map(invoiceFrom)
      .map((invoice) => [invoice.id, invoice]),
  );
  return (order) => known.get(idOf(order));
}

/** Nothing was given back of an invoice since, and no refund has begun or ended. */
export const refundsUnchanged = (known: Pick<Invoice, 'refundedAmount' | 'refunding'>): Clause[] =>
  (['refundedAmount', 'refunding'] as const).map((name) => INVOICE.is(name, known[name]));

/** Leads from an invoice's id to its subscriber. */
export const invoicePointerPut = (
  tenant: string,
  subscriberId: string,
  { id, number }: Pick<Invoice, 'id' | 'number'>,
): Put => ({
  put: itemOf(key.invoiceNamed(tenant, { id }), {
    subscriberId,
    ...listAttributes(list.searched(tenant, 'byNumber')),
    [LIST_INDEXES.byNumber.sort]: numberPosition(number),
  }),
});

const numberPosition = (number: string): string => `${searchable(number)}#`;

/** The invoice with a number, and its subscriber; undefined if the tenant has none, or has it since a moment ago. */
export async function invoiceWithNumber(
  app: CoreApp & OfTenant,
  number: string,
): Promise<{ readonly id: string; readonly subscriberId: string } | undefined> {
  if (!/^inv-\d{4}-\d+$/i.test(number)) return undefined;
  const position = numberPosition(number);
  const within = {
    after: position.slice(0, -1),
    before: `${position}\u{10ffff}`,
    backwards: false,
    limit: 1,
  };
  const [entry] = await app.table.list({ ...list.searched(app.tenantId, 'byNumber'), ...within });
  if (!entry) return undefined;
  const subscriberId = await lookUpInvoiceOwner(app, entry.sk);
  return subscriberId === undefined ? undefined : { id: entry.sk, subscriberId };
}

/** Which invoices of a tenant a list shows: those that fell due between two moments (epoch ms), with a status. */
export interface InvoiceFilter {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly status: InvoiceStatus | undefined;
}

/** An invoice in the list of all. */
export interface OwnedInvoice {
  readonly invoice: Invoice;
  readonly subscriberId: string;
}

/** One page of a tenant's invoices, newest first; two round trips. */
export function invoicesOfTenant(
  app: CoreApp & OfTenant,
  { from, to, status }: InvoiceFilter,
  page: Page,
): Promise<SearchedPage<OwnedInvoice>> {
  return searchPage<OwnedInvoice>(page, {
    bounds: idsBetween(from, to),
    sortKey: (id) => key.invoiceNamed(app.tenantId, id).sk,
    first: page.limit + 1,
    read: (window) =>
      app.table.query({ ...range.invoicesListed(app.tenantId), ...window, consistent: false }),
    pick: async (items) => {
      const owners = items.map((item) => fieldsOf(item).text('subscriberId'));
      const keys = items.map(({ sk }, nth) => key.invoice(app.tenantId, owners[nth] ?? '', { id: sk }));
      const found = keys.length === 0 ? [] : await app.table.getMany(keys, { consistent: false });
      return found
        .flatMap((item, nth) =>
          item ? [{ invoice: invoiceFrom(item), subscriberId: owners[nth] ?? '' }] : [],
        )
        .filter(({ invoice }) => status === undefined || invoice.status === status);
    },
    cursorIn: ({ sk }) => sk,
  });
}

/** The subscriber of an invoice; undefined if the tenant has no such invoice. */
export async function lookUpInvoiceOwner(
  app: CoreApp & OfTenant,
  invoiceId: string,
): Promise<string | undefined> {
  const item = await app.table.get(key.invoiceNamed(app.tenantId, { id: invoiceId }), { consistent: true });
  return item && fieldsOf(item).text('subscriberId');
}

/** Writes an invoice if it is unchanged since `known`; while its document has to be made, it is due at `dueAt` (epoch ms). */
export function invoicePut(
  tenant: string,
  subscriberId: string,
  invoice: Invoice,
  { known, dueAt }: { readonly known?: Invoice | undefined; readonly dueAt?: number | undefined },
): Put {
  const at = key.invoice(tenant, subscriberId, invoice);
  return {
    put: {
      ...invoiceItem(at, invoice),
      ...(dueAt === undefined ? {} : due('document', dueAt, documentWork(tenant, subscriberId, invoice.id))),
    },
    if: known
      ? [
          INVOICE.is('status', known.status),
          INVOICE.is('failures', known.failures),
          ...refundsUnchanged(known),
        ]
      : [{ absent: true }],
  };
}
