import { describe, expect } from 'vitest';
import { it } from './fixtures.ts';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { key } from '../../../lib/table/schema.ts';
import { invoiced, MINUTE, onRecord, type InvoicingWorld } from './world.ts';
import { listed, latestPdf, issued, textOf, without } from './listed-pdfs.ts';

describe('A document that was issued before PDFs were kept', () => {
  /** One issued at the provider, of which our bucket has nothing. */
  async function unfetched(
    invoicing: InvoicingWorld,
    subscription: Subscription,
    nth: number,
    forget = false,
  ): Promise<Invoice> {
    const invoice = await issued(invoicing, subscription, nth);
    const { tenant } = invoicing.shop;
    const keptKey = key.document(tenant.id, subscription.id, invoice.id);
    if (forget) await invoicing.world.table.apply({ delete: keptKey });
    else await invoicing.world.table.apply({ update: keptKey, remove: ['fileKept'] });
    for (const update of [
      key.invoice(tenant.id, subscription.id, invoice),
      key.latestInvoice(tenant.id, subscription.id),
    ])
      await invoicing.world.table.apply({ update, remove: ['documentKeptAt'] });
    invoicing.world.documents.lose();
    invoicing.calls.length = 0;
    invoicing.world.queues.sent.length = 0;
    return invoice;
  }

  it.for<[string, (...read: [InvoicingWorld, Subscription]) => Promise<unknown>]>([
    ['listed', listed],
    ['read with its subscriber', latestPdf],
  ])('is fetched once it is %s', async ([_, read], { invoicing, subscription }) => {
    const invoice = await unfetched(invoicing, subscription, 1);
    await read(invoicing, subscription);
    expect(await listed(invoicing, subscription)).toMatchObject([
      { ...without, pdfStatus: 'processing', pdfMessage: 'The PDF is being fetched.' },
    ]);
    await invoicing.world.settle();
    expect(await listed(invoicing, subscription)).toMatchObject([{ pdfStatus: 'ready' }]);
    expect(textOf(invoicing, (await latestPdf(invoicing, subscription))!)).toMatch(/^%PDF-/);
    expect(invoicing.calls.filter((call) => call.includes('/v4/'))).toEqual([
      expect.stringMatching(`^GET .*/e_archives/${invoice.documentId!}/pdf$`),
    ]);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({
      document: 'ISSUED',
      dueAt: undefined,
    });
  });

  it('is requested once, however often it is read meanwhile', async ({ invoicing, subscription }) => {
    await unfetched(invoicing, subscription, 1);
    for (let time = 0; time < 5; time++) await listed(invoicing, subscription);
    await latestPdf(invoicing, subscription);
    expect(invoicing.world.queues.sent).toHaveLength(1);
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 11 * MINUTE);
    await listed(invoicing, subscription);
    expect(invoicing.world.queues.sent).toHaveLength(2);
  });

  it('is an error where the provider does not know it any more', async ({ invoicing, subscription }) => {
    const unknown = { document: 'ISSUED', documentId: '999' } as const;
    await invoiced(invoicing.world, invoicing.shop, subscription, 1, unknown);
    await listed(invoicing, subscription);
    await invoicing.world.settle();
    expect(await listed(invoicing, subscription)).toMatchObject([
      { ...without, pdfStatus: 'error', pdfMessage: expect.stringMatching(/not found/) as string },
    ]);
  });
});
