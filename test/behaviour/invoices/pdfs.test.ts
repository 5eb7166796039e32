import { describe, expect } from 'vitest';
import { it } from './fixtures.ts';

import { tenantItem } from '../../../lib/table/tenants/tenants.ts';
import { invoiced, MINUTE, subscribed } from './world.ts';
import { listed, latestPdf, issued, textOf, without } from './listed-pdfs.ts';

describe('pdfStatus ready', () => {
  it('comes with a link to the PDF that anyone can follow for an hour', async ({
    invoicing,
    subscription,
  }) => {
    const invoice = await issued(invoicing, subscription, 1);
    const [item] = await listed(invoicing, subscription);
    expect(item).toMatchObject({
      signedPdf: {
        provider: 'acct',
        eArchiveId: invoice.documentId,
        expiresAt: new Date(invoicing.world.clock.now() + 60 * MINUTE).toISOString(),
        signedAt: new Date(invoicing.world.clock.now()).toISOString(),
      },
      pdfStatus: 'ready',
      pdfMessage: null,
    });
    expect(item!.pdfUrl).toBe(item!.signedPdf!.url);
    expect(textOf(invoicing, item!.pdfUrl!)).toMatch(/^%PDF-/);
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 60 * MINUTE);
    expect(invoicing.world.documents.follow(item!.pdfUrl!)).toBeUndefined();
  });

  it('is the same in GET /subscribers, which nobody has to list for', async ({ invoicing, subscription }) => {
    await issued(invoicing, subscription, 1);
    expect(textOf(invoicing, (await latestPdf(invoicing, subscription))!)).toMatch(/^%PDF-/);
  });

  it('is said of every invoice of a page of a hundred, without a call to the provider', async ({
    invoicing,
    subscription,
  }) => {
    for (let nth = 1; nth <= 100; nth++)
      await invoiced(invoicing.world, invoicing.shop, subscription, nth, {
        document: 'ISSUED',
        documentId: String(nth),
        documentKeptAt: 1,
      });
    const items = await listed(invoicing, subscription, invoicing.shop, subscription, 100);
    expect(items.map(({ pdfStatus }) => pdfStatus)).toEqual(items.map(() => 'ready'));
    expect(new Set(items.map(({ pdfUrl }) => pdfUrl)).size).toBe(100);
    expect(invoicing.calls).toEqual([]);
    expect(invoicing.world.queues.sent).toEqual([]);
  });

  it('stays so while the provider is down, and after the tenant has removed it', async ({
    invoicing,
    subscription,
  }) => {
    await issued(invoicing, subscription, 1);
    await invoicing.stopProvider();
    expect(await listed(invoicing, subscription)).toMatchObject([{ pdfStatus: 'ready' }]);
    await invoicing.world.table.apply({ put: tenantItem({ ...invoicing.shop.tenant, acct: null }) });
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 2 * MINUTE);
    expect(await listed(invoicing, subscription)).toMatchObject([{ pdfStatus: 'ready' }]);
    expect(textOf(invoicing, (await latestPdf(invoicing, subscription))!)).toMatch(/^%PDF-/);
  });
});

describe('pdfStatus processing', () => {
  it('is said while the document is being made, without a call', async ({ invoicing, subscription }) => {
    await invoiced(invoicing.world, invoicing.shop, subscription, 1, { document: 'MAKING' });
    expect(await listed(invoicing, subscription)).toMatchObject([{ ...without, pdfStatus: 'processing' }]);
    expect(invoicing.calls).toEqual([]);
  });

  it.for(['empty', 'noData'] as const)(
    'is said while the PDF is not drawn up (%s)',
    async (how, { invoicing, subscription }) => {
      invoicing.world.acct.behave({ pdfNotReadyCalls: 40, pdfNotReadyAs: how });
      await issued(invoicing, subscription, 1);
      expect(await listed(invoicing, subscription)).toMatchObject([{ ...without, pdfStatus: 'processing' }]);
      await invoicing.world.advance(24 * 60 * MINUTE);
      expect(await listed(invoicing, subscription)).toMatchObject([{ pdfStatus: 'ready' }]);
    },
  );
});

describe('pdfStatus unavailable', () => {
  it('is said of invoices that are not paid', async ({ invoicing, subscription }) => {
    for (const [nth, status] of (['PENDING', 'FAILED', 'VOID'] as const).entries())
      await invoiced(invoicing.world, invoicing.shop, subscription, nth + 1, { status });
    const items = await listed(invoicing, subscription);
    expect(items).toHaveLength(3);
    for (const item of items)
      expect(item).toMatchObject({
        ...without,
        pdfStatus: 'unavailable',
        pdfMessage: 'The invoice is not paid.',
      });
  });

  it('is said where no invoicing provider is set up, or was when the invoice was paid', async ({
    invoicing,
    subscription,
  }) => {
    const plain = await invoicing.withoutProvider();
    const theirs = await subscribed(invoicing.world, plain);
    await invoiced(invoicing.world, plain, theirs, 1);
    const message = (pattern: RegExp) => ({
      ...without,
      pdfStatus: 'unavailable',
      pdfMessage: expect.stringMatching(pattern) as string,
    });
    expect(await listed(invoicing, subscription, plain, theirs)).toMatchObject([
      message(/No invoicing provider/),
    ]);
    await invoiced(invoicing.world, invoicing.shop, subscription, 1);
    expect(await listed(invoicing, subscription)).toMatchObject([message(/before an invoicing provider/)]);
    expect(invoicing.calls).toEqual([]);
  });
});

describe('pdfStatus error', () => {
  it('is said of a document that could not be made, with the reason', async ({ invoicing, subscription }) => {
    const documentProblem = 'Vergi numarası geçersiz.';
    await invoiced(invoicing.world, invoicing.shop, subscription, 1, { document: 'FAILED', documentProblem });
    expect(await listed(invoicing, subscription)).toMatchObject([
      { ...without, pdfStatus: 'error', pdfMessage: documentProblem },
    ]);
    expect(invoicing.calls).toEqual([]);
  });
});
