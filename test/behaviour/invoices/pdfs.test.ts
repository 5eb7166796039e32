import { expect, describe } from 'vitest';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { issuedInvoice, type InvoicingWorld, invoiced, MINUTE, subscribed, onRecord } from './world.ts';
import { it } from './fixtures.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { key } from '../../../lib/table/schema.ts';

interface Item {
  readonly id: string;
  readonly pdfUrl: string | null;
  readonly signedPdf: { url: string; expiresAt: string; signedAt: string; eArchiveId: string } | null;
  readonly pdfStatus: string;
  readonly pdfMessage: string | null;
}

async function listed(
  invoicing: InvoicingWorld,
  subscription: Subscription,
  shop: TestTenant = invoicing.shop,
  of = subscription,
  limit = 10,
): Promise<Item[]> {
  const query = { 'svc-id': of.id, limit: String(limit) };
  const { status, body } = await shop.call('subscribers/invoices', { query });
  expect(status).toBe(200);
  return (body as unknown as { data: Item[] }).data;
}

/** What GET /subscribers shows as the PDF of the newest invoice. */
async function latestPdf(invoicing: InvoicingWorld, subscription: Subscription): Promise<string | null> {
  const { body } = await invoicing.shop.call('subscribers/get', { query: { 'svc-id': subscription.id } });
  return (body as { latestInvoice: { pdfUrl: string | null } }).latestInvoice.pdfUrl;
}

const issued = (invoicing: InvoicingWorld, subscription: Subscription, nth: number): Promise<Invoice> =>
  issuedInvoice(invoicing, subscription, nth);

const textOf = (invoicing: InvoicingWorld, link: string) =>
  Buffer.from(invoicing.world.documents.follow(link) ?? []).toString('latin1');

const without = { pdfUrl: null, signedPdf: null };

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

describe('A document that was issued before PDFs were kept', () => {
  /** One issued at the provider, of which our bucket has nothing. */
  async function unfetched(
    invoicing: InvoicingWorld,
    subscription: Subscription,
    nth: number,
  ): Promise<Invoice> {
    const invoice = await issued(invoicing, subscription, nth);
    const { tenant } = invoicing.shop;
    const keptKey = key.document(tenant.id, subscription.id, invoice.id);
    await invoicing.world.table.apply({ update: keptKey, remove: ['fileKept'] });
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
