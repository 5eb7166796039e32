import type { App, Message } from '../../../lib/runtime/app.ts';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { invoiceFrom } from '../../../lib/table/subscribers/invoices.ts';
import { key } from '../../../lib/table/schema.ts';
import { listDocuments, retryDocument } from '../../../lib/invoicing/retry-document.ts';
import { MINUTE, consume, invoiced, onRecord, type InvoicingWorld } from './world.ts';

/** The documents of one subscriber's invoices, and their consumer. */
export type Issuing = ReturnType<typeof issuingOf>;

export function issuingOf(invoicing: InvoicingWorld, subscription: Subscription) {
  const invoices: Invoice[] = [];

  /** A further paid invoice, whose document is to be made unless `changes` says otherwise. */
  async function toIssue(changes: Partial<Invoice> = {}): Promise<Invoice> {
    const all = { document: 'MAKING', ...changes } as const;
    const invoice = await invoiced(invoicing.world, invoicing.shop, subscription, invoices.length + 1, all);
    invoices.push(invoice);
    return invoice;
  }

  return {
    invoicing,
    invoices: invoices as readonly Invoice[],
    toIssue,
    /** Hands the invoice's message to the consumer; answers how many messages go back to the queue. */
    consume: (invoice: Invoice, app?: Partial<App>, leftMs?: number): Promise<number> =>
      consume(invoicing, subscription, invoice, app, leftMs),
    onRecord: (invoice: Invoice) => onRecord(invoicing, subscription, invoice),
    /** The subscriber's record of its newest invoice. */
    async latestOnRecord(): Promise<Invoice> {
      const at = key.latestInvoice(invoicing.shop.tenant.id, subscription.id);
      return invoiceFrom((await invoicing.world.table.get(at, { consistent: true }))!);
    },
    /** A person looks for what got no answer and was not found, sees that it is not there, and retries its document. */
    async retryUnfound(): Promise<void> {
      const { world, shop } = invoicing;
      for (let round = 0; round < 2; round++) {
        const failed = await listDocuments(shop.app, 'FAILED');
        for (const { invoiceId, problem } of failed) {
          if (!problem.includes('got no answer')) throw new Error(problem);
          await retryDocument(shop.app, invoiceId);
        }
        await world.advance(90 * MINUTE);
      }
    },
    /** The messages sent since this was last asked. */
    sentNow: (): Message[] => invoicing.world.queues.sent.splice(0).map(({ message }) => message),
  };
}
