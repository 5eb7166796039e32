import type { Page, SearchedPage } from '../billing/page.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import {
  invoicesOfTenant,
  lookUpInvoiceOwner,
  type InvoiceFilter,
  type OwnedInvoice,
} from '../table/subscribers/invoices.ts';

/** One page of all invoices of a tenant, newest first. Throws `invalid_cursor` if the cursor is no invoice of it. */
export async function listAllInvoices(
  app: CoreApp & OfTenant,
  { filter, page }: { readonly filter: InvoiceFilter; readonly page: Page },
): Promise<SearchedPage<OwnedInvoice>> {
  const cursor = page.startingAfter ?? page.endingBefore;
  const [owner, found] = await Promise.all([
    cursor === null ? '' : lookUpInvoiceOwner(app, cursor),
    invoicesOfTenant(app, filter, page),
  ]);
  if (owner === undefined) throw new Refusal('invalid_cursor');
  return found;
}
