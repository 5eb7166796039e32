import * as z from 'zod/mini';
import type { InvoiceWithPdf } from '../billing/invoice.ts';
import type { Subscription } from '../billing/subscription.ts';
import { idFrom, type SubscriberIdentifiers } from '../billing/identifiers.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { optional, read, reference, sought } from './read.ts';
import {
  invoiceView,
  subscriberIdentifiers,
  subscriberOfList,
  invoiceMembers,
  namedSubscriberShape,
} from './subscribers.ts';
import { iso } from './time.ts';
import { wholeUrl, timeOf, open, said, named, listOf, type Told } from './shape.ts';

/** The members of an invoice with its PDF. */
export const listedInvoiceMembers = {
  ...invoiceMembers,
  signedPdf: z.nullable(
    z.strictObject({
      provider: z.literal('acct'),
      eArchiveId: z.string(),
      url: wholeUrl,
      expiresAt: z.nullable(timeOf('Until when the link is good.')),
      signedAt: timeOf('When the link was signed.'),
    }),
  ),
  pdfStatus: open(
    said(
      z.enum(['ready', 'processing', 'unavailable', 'error', 'cancelled']),
      '`processing`: the document is being made. `unavailable`: the invoice is not paid, nothing was charged, or the tenant had no invoicing provider when it was paid. `cancelled`: a person cancelled the document after a refund; `pdfMessage` names the one that was made out instead, if they told it.',
    ),
  ),
  pdfMessage: z.nullable(z.string()),
};

const listedInvoiceShape = named('ListedInvoice', z.strictObject(listedInvoiceMembers));

/** The shape of an `invoicesAnswer`. */
export const invoicesAnswerShape = named(
  'InvoicesAnswer',
  z.strictObject({
    ...listOf('/subscribers/invoices', listedInvoiceShape),
    subscriber: namedSubscriberShape,
  }),
);

/** Query of GET /subscribers/invoices. */
export const invoicesQuery = z.object({
  'subscriber-id': said(optional(reference()), "The provider's reference of the subscription."),
  'svc-id': said(optional(sought()), 'Our id of the subscriber, as `sub_…` or as a UUID.'),
  ...listMembers,
});

/** What GET /subscribers/invoices asks for. */
export interface InvoicesInput {
  readonly subscriber: SubscriberIdentifiers;
  readonly page: AskedPage;
}

/** Reads the query of GET /subscribers/invoices. */
export function invoicesInput(given: unknown): InvoicesInput {
  const asked = read(invoicesQuery, given);
  const page = pageIn(asked, (given) => idFrom('invoice', given));
  return {
    subscriber: subscriberIdentifiers(asked['subscriber-id'], asked['svc-id'], 'subscriber-id'),
    page,
  };
}

/** Answer of GET /subscribers/invoices. */
export function invoicesAnswer(
  subscription: Subscription,
  page: AskedPage,
  listed: readonly InvoiceWithPdf[],
  hasMore: boolean,
): Told<typeof invoicesAnswerShape> {
  return listAnswer('/subscribers/invoices', page, {
    data: listed.map(invoiceListItem),
    hasMore,
    more: { subscriber: subscriberOfList(subscription) },
  });
}

/** An invoice with its signed PDF. */
export function invoiceListItem({ invoice, pdf }: InvoiceWithPdf) {
  const ready = pdf.is === 'ready' ? pdf : undefined;
  return {
    ...invoiceView(invoice, pdf),
    signedPdf: ready
      ? {
          provider: 'acct' as const,
          eArchiveId: ready.documentId,
          url: ready.link.url,
          expiresAt: iso(ready.link.expiresAt),
          signedAt: iso(ready.link.signedAt),
        }
      : null,
    pdfStatus: pdf.is,
    pdfMessage: pdf.is === 'ready' ? null : pdf.message,
  };
}
