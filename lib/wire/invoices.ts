import * as z from 'zod/mini';
import type { Invoice, Pdf } from '../billing/invoice.ts';
import type { Subscription } from '../billing/subscription.ts';
import { idFrom, svcIdOf } from '../billing/identifiers.ts';
import { INVOICE_LIMIT } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { InvoicePage } from '../table/invoices.ts';
import { exclusive } from './identifiers.ts';
import { count, read, text } from './read.ts';
import { invoiceView, iso, named, type NamedSubscriber } from './subscribers.ts';

const query = z.object({
  'subscriber-id': z.optional(text()),
  'svc-id': z.optional(text()),
  limit: count(INVOICE_LIMIT),
  starting_after: z.optional(text()),
  ending_before: z.optional(text()),
});

export interface InvoicesInput {
  readonly subscriber: NamedSubscriber;
  readonly page: InvoicePage;
}

/** Query of GET /subscribers/invoices. */
export function invoicesInput(given: unknown): InvoicesInput {
  const asked = read(query, given);
  const { limit, starting_after: after, ending_before: before } = asked;
  if (after !== undefined && before !== undefined) throw exclusive('starting_after', 'ending_before');
  const page = { limit, startingAfter: cursor(after), endingBefore: cursor(before) };
  return { subscriber: named(asked['subscriber-id'], asked['svc-id'], 'subscriber-id'), page };
}

/** An id that cannot be one of ours is the same as an unknown one. */
function cursor(given: string | undefined): string | null {
  if (given === undefined) return null;
  const id = idFrom('invoice', given);
  if (id === undefined) throw new Refusal('invalid_cursor');
  return id;
}

/** An invoice and how its PDF stands. */
export interface ListedInvoice {
  readonly invoice: Invoice;
  readonly pdf: Pdf;
}

/** Answer of GET /subscribers/invoices. */
export function invoicesAnswer(
  subscription: Subscription,
  { limit, startingAfter, endingBefore }: InvoicePage,
  listed: readonly ListedInvoice[],
  hasMore: boolean,
) {
  return {
    status: 'success',
    object: 'list',
    url: '/subscribers/invoices',
    has_more: hasMore,
    limit,
    starting_after: startingAfter,
    ending_before: endingBefore,
    subscriber: {
      id: subscription.id,
      svcId: svcIdOf('subscription', subscription.id),
      subscriberId: subscription.payReference,
    },
    data: listed.map(listItem),
  };
}

function listItem({ invoice, pdf }: ListedInvoice) {
  const ready = pdf.is === 'ready' ? pdf : undefined;
  return {
    ...invoiceView(invoice, ready?.link.url ?? null),
    signedPdf: ready
      ? {
          provider: 'acct',
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

const issueMessage = z.object({ tenantId: text(), subscriberId: text(), invoiceId: text() });

/** A message that asks for an invoice's document. */
export function issueInput(body: unknown): z.infer<typeof issueMessage> {
  return read(issueMessage, body);
}
