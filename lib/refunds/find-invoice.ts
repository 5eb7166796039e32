import type { ParsedId } from '../billing/identifiers.ts';
import type { Invoice } from '../billing/invoice.ts';
import type { Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { invoiceFrom, lookUpInvoiceOwner } from '../table/subscribers/invoices.ts';
import { key } from '../table/schema.ts';
import { subscriptionFrom } from '../table/subscribers/stored-subscription.ts';

/** An invoice with its subscriber, and whether it is their newest one. */
export interface FoundInvoice {
  readonly invoice: Invoice;
  readonly subscription: Subscription;
  readonly isLatest: boolean;
}

/** A tenant's invoice by its id. Two round trips. Throws `invoice_not_found`. */
export async function findInvoice(app: CoreApp & OfTenant, invoiceId: ParsedId): Promise<FoundInvoice> {
  const subscriberId = await lookUpInvoiceOwner(app, invoiceId);
  const found = subscriberId === undefined ? undefined : await readInvoice(app, subscriberId, invoiceId);
  if (!found) throw new Refusal('invoice_not_found');
  return found;
}

/** An invoice of a subscriber; undefined if there is none. One round trip. */
export async function readInvoice(
  app: CoreApp & OfTenant,
  subscriberId: string,
  invoiceId: string,
): Promise<FoundInvoice | undefined> {
  const keys = [
    key.invoice(app.tenantId, subscriberId, { id: invoiceId }),
    key.subscriber(app.tenantId, { id: subscriberId }),
    key.latestInvoice(app.tenantId, subscriberId),
  ];
  const [invoice, subscriber, latest] = await app.table.getMany(keys, { consistent: true });
  if (!invoice || !subscriber) return undefined;
  return {
    invoice: invoiceFrom(invoice),
    subscription: subscriptionFrom(subscriber),
    isLatest: latest?.['id'] === invoiceId,
  };
}
