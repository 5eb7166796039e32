import type { App } from '../app.ts';
import type { Invoice } from '../billing/invoice.ts';
import { key, range } from './schema.ts';
import type { Item, Key } from './table.ts';

export function invoiceFrom(item: Item): Invoice {
  const { pk: _pk, sk: _sk, dueShard: _shard, dueAt: _due, ...fields } = item;
  return fields as unknown as Invoice;
}

export function invoiceItem(at: Key, invoice: Invoice): Item {
  return { ...at, ...invoice };
}

/** Which page of a subscriber's invoices: the newest, or those next to one that is known. */
export interface InvoicePage {
  readonly limit: number;
  readonly startingAfter: string | null;
  readonly endingBefore: string | null;
}

/** One page, newest first, and whether more follow in the direction of paging. */
export async function invoicePage(
  app: App,
  tenant: string,
  subscriberId: string,
  page: InvoicePage,
): Promise<{ invoices: Invoice[]; hasMore: boolean }> {
  const towardsNewer = page.endingBefore !== null;
  const cursor = page.startingAfter ?? page.endingBefore;
  const edge = cursor === null ? undefined : key.invoice(tenant, subscriberId, cursor).sk;
  const items = await app.table.query({
    ...range.invoices(tenant, subscriberId),
    ...(edge !== undefined && (towardsNewer ? { after: edge } : { before: edge })),
    backwards: !towardsNewer,
    limit: page.limit + 1,
    consistent: false,
  });
  const invoices = items.slice(0, page.limit).map(invoiceFrom);
  return { invoices: towardsNewer ? invoices.reverse() : invoices, hasMore: items.length > page.limit };
}
