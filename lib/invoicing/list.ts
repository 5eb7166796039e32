import type { SubscriberIdentifiers } from '../billing/identifiers.ts';
import type { Page } from '../billing/page.ts';
import type { CoreApp, ReadsDocuments, SendsTo, WithTenant, OfTenant } from '../runtime/app.ts';
import type { Invoice, InvoiceWithPdf } from '../billing/invoice.ts';
import type { Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { invoicePage } from '../table/subscribers/invoices.ts';
import { key } from '../table/schema.ts';
import { subscriptionFrom } from '../table/subscribers/stored-subscription.ts';
import { lookUpReference } from '../table/subscribers/subscribers.ts';
import { pdfsOf } from './pdf.ts';

/** The page and the subscriber. Two identifiers must name the same subscriber. */
export interface InvoiceQuery {
  readonly subscriber: SubscriberIdentifiers;
  readonly page: Page;
}

interface Found {
  readonly subscription: Subscription;
  readonly invoices: readonly Invoice[];
  readonly hasMore: boolean;
}

/**
 * One page of a subscriber's invoices, newest first, with their PDFs' states. Throws `subscriber_not_found`,
 * `identifiers_differ` or `invalid_cursor`.
 */
export async function listInvoices(
  app: CoreApp & ReadsDocuments & SendsTo<'invoicing'> & WithTenant,
  input: InvoiceQuery,
): Promise<{ subscription: Subscription; listed: InvoiceWithPdf[]; hasMore: boolean }> {
  const { ref, expectedReference } = input.subscriber;
  const [found, other] = await Promise.all([
    ref.by === 'svc' ? findPage(app, ref.id, input.page) : findByReference(app, ref.reference, input.page),
    expectedReference === undefined ? undefined : lookUpReference(app, expectedReference),
  ]);
  const { subscription, invoices, hasMore } = found;
  if (expectedReference !== undefined && other !== subscription.id) throw new Refusal('identifiers_differ');
  return { subscription, listed: await pdfsOf(app, subscription.id, invoices), hasMore };
}

async function findByReference(app: CoreApp & OfTenant, reference: string, page: Page) {
  const id = await lookUpReference(app, reference);
  if (id === undefined) throw new Refusal('subscriber_not_found');
  return findPage(app, id, page);
}

/** Subscriber, cursor and page in one round trip; if anything is missing, it is read again consistently. */
async function findPage(app: CoreApp & OfTenant, id: string, page: Page): Promise<Found> {
  const eventual = await readPage(app, id, page, false);
  const { subscription, known, ...rest } =
    eventual.subscription && eventual.known ? eventual : await readPage(app, id, page, true);
  if (!subscription) throw new Refusal('subscriber_not_found');
  if (!known) throw new Refusal('invalid_cursor');
  return { subscription, ...rest };
}

async function readPage(app: CoreApp & OfTenant, id: string, page: Page, consistent: boolean) {
  const cursor = page.startingAfter ?? page.endingBefore;
  const keys = [
    key.subscriber(app.tenantId, { id }),
    ...(cursor === null ? [] : [key.invoice(app.tenantId, id, cursor)]),
  ];
  const [[subscriber, atCursor], { invoices, hasMore }] = await Promise.all([
    app.table.getMany(keys, { consistent }),
    invoicePage(app, id, page, consistent),
  ]);
  const known = cursor === null || atCursor !== undefined;
  return { subscription: subscriber && subscriptionFrom(subscriber), known, invoices, hasMore };
}
