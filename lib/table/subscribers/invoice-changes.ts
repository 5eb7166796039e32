import type { CoreApp, OfTenant, WithTenant } from '../../runtime/app.ts';
import type { InvoiceDraft } from '../../billing/decision.ts';
import { invoiceNumber, isFree, type Invoice } from '../../billing/invoice.ts';
import { invoiceItem, invoicePointerPut, invoicePut } from './invoices.ts';
import { invoiceIdOf } from '../ids.ts';
import { key } from '../schema.ts';
import type { Change } from '../table.ts';
import { tenantForInvoicing } from '../tenants/tenants.ts';

/** Reserves numbers from the tenant's counter and returns the first of `count`; a failed commit's retry reuses them. */
export function reserveInvoiceNumbers(app: CoreApp & OfTenant): (count: number) => Promise<number> {
  let reserved: { first: number; count: number } | undefined;
  return async (count) => {
    if (reserved && reserved.count >= count) return reserved.first;
    const item = await app.table.apply({ update: key.invoiceCounter(app.tenantId), add: { last: count } });
    reserved = { first: Number(item?.last) - count + 1, count };
    return reserved.first;
  };
}

/** The invoices to write for a subscriber at `now` (epoch ms), and the latest on record. */
interface InvoicesToWrite {
  readonly subscriberId: string;
  readonly invoices: readonly InvoiceDraft[];
  readonly latest: Invoice | undefined;
  readonly now: number;
}

/** The changes that write orders' invoices and the newest one's copy, and the ids of those that get documents. */
export async function invoiceChanges(
  app: CoreApp & WithTenant,
  { subscriberId, invoices: drafts, latest, now }: InvoicesToWrite,
  reserve: (count: number) => Promise<number>,
): Promise<{ changes: Change[]; toIssue: string[] }> {
  const fresh = drafts.filter((draft) => !draft.known).length;
  const [first, { acct }] = await Promise.all([
    fresh > 0 ? reserve(fresh) : 0,
    drafts.some(mayBeIssued) ? tenantForInvoicing(app) : app.tenant,
  ]);
  let count = first;
  const written = drafts.map((draft) => ({
    draft,
    invoice: invoiceOf(draft, acct !== null && mayBeIssued(draft), () => count++),
  }));
  const changes: Change[] = written.map(({ draft, invoice }) =>
    invoicePut(app.tenantId, subscriberId, invoice, {
      known: draft.known,
      dueAt: isMaking(invoice) ? now : undefined,
    }),
  );
  for (const { draft, invoice } of written)
    if (!draft.known) changes.push(invoicePointerPut(app.tenantId, subscriberId, invoice));
  const newest = written.map(({ invoice }) => invoice).reduce<Invoice | undefined>(newer, latest);
  if (newest && newest !== latest)
    changes.push({ put: invoiceItem(key.latestInvoice(app.tenantId, subscriberId), newest) });
  return {
    changes,
    toIssue: written.filter(({ invoice }) => isMaking(invoice)).map(({ invoice }) => invoice.id),
  };
}

/** Whether a document is to be made of it, if the tenant has an account at an invoicing provider. */
const mayBeIssued = ({ order, known, status }: InvoiceDraft) =>
  status === 'PAID' && (known?.document ?? 'NONE') === 'NONE' && !isFree(order);

const isMaking = ({ document }: Invoice) => document === 'MAKING';

const newer = (one: Invoice | undefined, other: Invoice) => (one && one.id > other.id ? one : other);

function invoiceOf(draft: InvoiceDraft, toIssue: boolean, nextNumber: () => number): Invoice {
  const { order, known, status } = draft;
  return {
    id: known?.id ?? invoiceIdOf(order.reference, order.start),
    number: known?.number ?? invoiceNumber(nextNumber(), draft.date),
    order: order.reference,
    planReference: order.planReference,
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
    refundedAmount: known?.refundedAmount,
    refunding: known?.refunding,
  };
}
