import type { Message, SubscriptionApp } from '../app.ts';
import type { InvoiceDraft } from '../billing/invoice-draft.ts';
import { invoiceNumber, type Invoice } from '../billing/invoice.ts';
import { invoiceItem, invoicePut, type KnownInvoices } from '../table/invoices.ts';
import { invoiceIdOf, key } from '../table/schema.ts';
import type { Change } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';

/** Which paid invoice is to become an official document. */
export interface IssueMessage {
  readonly tenantId: string;
  readonly subscriberId: string;
  readonly invoiceId: string;
  /** The time until which the sweep has handed the document out (epoch ms). */
  readonly due?: number | undefined;
}

/**
 * Takes numbers from the tenant's counter; those taken but not used, because the change was refused, serve the next
 * try of the same work. Answers the first of as many numbers as asked for.
 */
export function reserveInvoiceNumbers(
  app: SubscriptionApp,
  tenant: string,
): (count: number) => Promise<number> {
  let held: { first: number; count: number } | undefined;
  return async (count) => {
    if (held && held.count >= count) return held.first;
    const item = await app.table.apply({ update: key.invoiceCounter(tenant), add: { last: count } });
    held = { first: Number(item?.last) - count + 1, count };
    return held.first;
  };
}

/** Writes what became of orders into their invoices, and keeps the newest where the subscriber is read. */
export async function invoiceChanges(
  tenant: Tenant,
  subscriberId: string,
  drafts: readonly InvoiceDraft[],
  latest: Invoice | undefined,
  known: KnownInvoices,
  numbers: (count: number) => Promise<number>,
  now: number,
): Promise<{ changes: Change[]; messages: Message[] }> {
  const fresh = drafts.filter((draft) => !draft.known).length;
  let count = fresh > 0 ? await numbers(fresh) : 0;
  const invoices = drafts.map((draft) => invoiceOf(tenant, draft, () => count++));
  const newest = invoices.at(-1);
  const changes: Change[] = invoices.map((invoice) =>
    invoicePut(
      tenant.id,
      subscriberId,
      invoice,
      known.byId(invoice.id),
      invoice.document === 'MAKING' ? now : undefined,
    ),
  );
  if (newest && (!latest || newest.id >= latest.id))
    changes.push({ put: invoiceItem(key.latestInvoice(tenant.id, subscriberId), newest) });
  const messages = invoices
    .filter(({ document }) => document === 'MAKING')
    .map(({ id }) => ({
      body: { tenantId: tenant.id, subscriberId, invoiceId: id } satisfies IssueMessage,
      group: tenant.id,
    }));
  return { changes, messages };
}

function invoiceOf(tenant: Tenant, draft: InvoiceDraft, nextNumber: () => number): Invoice {
  const { order, known, status } = draft;
  const toIssue = status === 'PAID' && tenant.acct !== null && (known?.document ?? 'NONE') === 'NONE';
  return {
    id: known?.id ?? invoiceIdOf(order.reference, order.start),
    number: known?.number ?? invoiceNumber(nextNumber(), draft.date),
    order: order.reference,
    status,
    amount: order.amount,
    currency: order.currency,
    date: draft.date,
    periodStart: order.start,
    periodEnd: order.end,
    failures: draft.failures,
    document: toIssue ? 'MAKING' : (known?.document ?? 'NONE'),
    documentId: known?.documentId ?? null,
    documentProblem: known?.documentProblem ?? null,
    documentKeptAt: known?.documentKeptAt ?? null,
  };
}
