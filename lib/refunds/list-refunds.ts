import type { ParsedId } from '../billing/identifiers.ts';
import type { Page, SearchedPage } from '../billing/page.ts';
import type { Refund, RefundState } from '../billing/refund.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { key } from '../table/schema.ts';
import { lookUpInvoiceOwner } from '../table/subscribers/invoices.ts';
import { refundPage } from '../table/subscribers/refunds.ts';

/** The filters and the page. */
export interface RefundQuery {
  readonly subscriberId: string | undefined;
  readonly invoiceId: string | undefined;
  readonly state: RefundState | undefined;
  /** When it was asked for (epoch ms, both inclusive). */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly page: Page;
}

/**
 * One page of a tenant's refunds, newest first. Throws `subscriber_not_found`, `invoice_not_found`, or `invalid_cursor` if
 * the cursor is no refund of the tenant.
 */
export async function listRefunds(
  app: CoreApp & OfTenant,
  { subscriberId, invoiceId, state, from, to, page }: RefundQuery,
): Promise<SearchedPage<Refund>> {
  const cursor = page.startingAfter ?? page.endingBefore;
  const [isKnown, owner] = await Promise.all([
    cursor === null || isRefund(app, cursor),
    ownerOf(app, subscriberId, invoiceId),
  ]);
  if (!isKnown) throw new Refusal('invalid_cursor');
  return refundPage(app, { subscriberId: owner, invoiceId, state, from, to }, page);
}

const isRefund = async (app: CoreApp & OfTenant, id: ParsedId) =>
  (await app.table.get(key.refundListed(app.tenantId, id), { consistent: true })) !== undefined;

/** The subscriber whose refunds are asked for; undefined for everybody's. */
async function ownerOf(
  app: CoreApp & OfTenant,
  subscriberId: string | undefined,
  invoiceId: string | undefined,
): Promise<string | undefined> {
  const [subscriber, owner] = await Promise.all([
    subscriberId === undefined
      ? undefined
      : app.table.get(key.subscriber(app.tenantId, { id: subscriberId }), { consistent: true }),
    invoiceId === undefined ? undefined : lookUpInvoiceOwner(app, invoiceId),
  ]);
  if (subscriberId !== undefined && !subscriber) throw new Refusal('subscriber_not_found');
  if (invoiceId !== undefined && (owner === undefined || owner !== (subscriberId ?? owner)))
    throw new Refusal('invoice_not_found');
  return subscriberId ?? owner;
}
